import { useState } from 'react'
import CheckIcon from '@mui/icons-material/Check'
import Avatar from '@mui/material/Avatar'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useCurrentUser, useFeature } from '@console/shared-kernel/core'
import { avatarColours, logout, setDensity, useDensity, useThemeMode } from '@console/shared-kernel/host'
import { initialOf } from './model'

interface Props {
  onPassword: () => void
  onSecurity: () => void
  onAbout: () => void
}

export function AccountMenu({ onPassword, onSecurity, onAbout }: Props) {
  const { userName, level } = useCurrentUser()
  const mode = useThemeMode()
  // other servers do not have these calls
  const hasSecurity = useFeature('security') !== undefined
  const compact = useDensity() === 'compact'
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const leaveTo = (open: () => void) => () => {
    setAnchor(null)
    open()
  }
  return (
    <>
      <Tooltip title="Account menu">
        <IconButton
          edge="end"
          aria-label="Account menu"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Avatar sx={{ width: 32, height: 32, fontSize: '1rem', ...avatarColours(level, mode) }}>
            {initialOf(userName)}
          </Avatar>
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <Typography component="li" role="presentation" sx={{ px: 2, py: 1, fontWeight: 500 }}>
          {userName}
        </Typography>
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={compact}
          onClick={() => setDensity(compact ? 'comfortable' : 'compact')}
        >
          Compact rows
          <CheckIcon
            fontSize="small"
            sx={{ ml: 'auto', pl: 1, visibility: compact ? 'visible' : 'hidden' }}
          />
        </MenuItem>
        <MenuItem onClick={leaveTo(onPassword)}>Change password</MenuItem>
        {hasSecurity && <MenuItem onClick={leaveTo(onSecurity)}>Security</MenuItem>}
        <MenuItem onClick={leaveTo(onAbout)}>About this console</MenuItem>
        <MenuItem onClick={logout}>Logout</MenuItem>
      </Menu>
    </>
  )
}
