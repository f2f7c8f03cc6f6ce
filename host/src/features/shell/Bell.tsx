import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { attentionQuery, useStore } from '@console/shared-kernel/core'
import { liveStore, pausedAtStore } from '@console/shared-kernel/host'

const READ_EVERY_MS = 60_000
/** While the stream says when there are other findings, and no screen pauses that. What was put off until tomorrow comes back by itself. */
const READ_LIVE_EVERY_MS = 600_000

/** At the upper right corner of the icon. */
const COUNT = {
  position: 'absolute',
  top: -2,
  left: 22,
  minWidth: 20,
  px: '6px',
  borderRadius: '10px',
  bgcolor: 'warning.main',
  color: 'warning.contrastText',
  fontSize: 12,
  fontWeight: 500,
  lineHeight: '20px',
}

/** How much needs attention: a link to it. A count that cannot be read is not shown. */
export function Bell({ to }: { to: string }) {
  const live = useStore(liveStore)
  const isPaused = useStore(pausedAtStore) !== null
  const { data, isError } = useQuery({
    ...attentionQuery,
    refetchInterval: live?.lostAt === null && !isPaused ? READ_LIVE_EVERY_MS : READ_EVERY_MS,
  })
  const total = data && !isError ? data.total : 0
  const count = total > 99 ? '99+' : String(total)
  const label = total === 0 ? 'Attention' : `Attention: ${count}`
  return (
    <Tooltip title={label}>
      <IconButton color="inherit" component={Link} to={to} aria-label={label}>
        <BellIcon />
        {total > 0 && (
          <Box component="span" sx={COUNT}>
            {count}
          </Box>
        )}
      </IconButton>
    </Tooltip>
  )
}
