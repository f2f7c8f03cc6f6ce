import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useStore } from '@console/shared-kernel/core'
import { attentionTotalQuery, liveStore, pausedAtStore, sessionStore } from '@console/shared-kernel/host'

/** Places the count at the icon's top right corner. */
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

/** A link to the findings, with their count. A count that cannot be read is not shown. */
export function Bell({ to }: { to: string }) {
  // the refetch interval depends on them
  useStore(liveStore)
  useStore(pausedAtStore)
  useStore(sessionStore)
  const { data, isError } = useQuery(attentionTotalQuery)
  const total = data !== undefined && !isError ? data : 0
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
