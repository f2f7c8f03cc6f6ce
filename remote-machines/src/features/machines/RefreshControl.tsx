import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import PauseIcon from '@mui/icons-material/PauseOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import { currentConnection } from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/rules'

interface Props {
  /** When the list was last read, in milliseconds since 1970; 0 for never. */
  updatedAt: number
  paused: boolean
  onPause: (paused: boolean) => void
}

/** 'HH:MM:SS' in the console's time zone, as the other times of the screen. Zones differ by whole minutes. */
function timeOf(instant: number): string {
  const date = new Date(instant)
  return `${nowIn(currentConnection().timeZone, date).time}:${String(date.getUTCSeconds()).padStart(2, '0')}`
}

/** Says how fresh the list is, and stops or goes on reading it every half minute. */
export function RefreshControl({ updatedAt, paused, onPause }: Props) {
  const action = paused ? 'Resume refresh' : 'Pause refresh'
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <Typography
        variant="body2"
        // as wide before the first reading as after it
        sx={{ minWidth: 116, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {updatedAt === 0 ? '' : `Updated ${timeOf(updatedAt)}`}
      </Typography>
      <Tooltip title={action}>
        <IconButton size="small" aria-label={action} onClick={() => onPause(!paused)}>
          {paused ? <PlayIcon fontSize="small" /> : <PauseIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
