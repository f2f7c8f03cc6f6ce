import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import PauseIcon from '@mui/icons-material/PauseOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import { currentConnection } from '../client/connect'
import { nowIn } from '../domain/instants'

interface Props {
  /** When the list was last read, in epoch milliseconds; 0 if never. */
  updatedAt: number
  /** Changes appear without a refresh. */
  isLive?: boolean
  paused: boolean
  onPause: (paused: boolean) => void
}

/** 'HH:MM:SS' in the console's time zone. Zones differ by whole minutes, so the seconds are those of UTC. */
function timeOf(instant: number): string {
  const date = new Date(instant)
  return `${nowIn(currentConnection().timeZone, date).time}:${String(date.getUTCSeconds()).padStart(2, '0')}`
}

/** Shows that the list is live, or when it was last read, and pauses or resumes its updates. */
export function RefreshControl({ updatedAt, isLive = false, paused, onPause }: Props) {
  const action = paused ? 'Resume refresh' : 'Pause refresh'
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <Typography
        variant="body2"
        // reserves the width before the first refresh
        sx={{ minWidth: 116, textAlign: 'right', color: 'text.secondary' }}
      >
        {isLive ? 'Live' : updatedAt === 0 ? '' : `Updated ${timeOf(updatedAt)}`}
      </Typography>
      <Tooltip title={action}>
        <IconButton size="small" aria-label={action} onClick={() => onPause(!paused)}>
          {paused ? <PlayIcon fontSize="small" /> : <PauseIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
