import { useState } from 'react'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import Box from '@mui/material/Box'
import Avatar from '@mui/material/Avatar'
import ListItemButton from '@mui/material/ListItemButton'
import { currentConnection, lazyWithRetry, useCurrentUser, useNow } from '@console/shared-kernel/core'
import { avatarColours, LevelDot, Logo, useDialogOnBack, useThemeMode } from '@console/shared-kernel/host'
import { levelName } from '@console/shared-kernel/levels'
import { linksOfUser } from '@console/shared-kernel/rules'
import type { User } from '@console/shared-kernel/contracts'
import { clockDate, clockOfReports, clockTime, initialOf, type NavEntry } from './model'
import { Navigation } from './Navigation'

const UserDetailsDialog = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "kernel-user-details" */ '@console/shared-kernel/user-details'))
      .UserDetailsDialog,
)

interface Props {
  entries: NavEntry[]
  /** Set if the drawer is an overlay, which closes when an entry is chosen. */
  onClose: (() => void) | undefined
}

export function SideDrawer({ entries, onClose }: Props) {
  const user = useCurrentUser()
  const [detailsOpen, setDetailsOpen] = useState(false)
  const closeDetails = () => setDetailsOpen(false)
  const leave = () => {
    closeDetails()
    onClose?.()
  }
  return (
    <Stack sx={{ minHeight: '100%' }}>
      {onClose ? <CloseOnBack onClose={onClose} /> : <Toolbar aria-hidden />}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 2, pt: 2 }}>
        <Logo size={24} />
        <Typography component="h2" variant="subtitle2" sx={{ flexGrow: 1 }}>
          Admin Console
        </Typography>
        {onClose && (
          <IconButton edge="end" aria-label="Close menu" onClick={onClose}>
            <MenuOpenIcon />
          </IconButton>
        )}
      </Stack>
      <UserCard user={user} onClick={() => setDetailsOpen(true)} />
      <Divider />
      <Navigation entries={entries} onNavigate={onClose} />
      <Divider />
      <Clock />
      {detailsOpen && (
        <UserDetailsDialog
          user={user}
          links={linksOfUser(user, { viewer: user })}
          onFollow={leave}
          onClose={closeDetails}
        />
      )}
    </Stack>
  )
}

function CloseOnBack({ onClose }: { onClose: () => void }) {
  useDialogOnBack(onClose)
  return null
}

function Clock() {
  const now = useNow()
  const { timeZone } = currentConnection()
  const reportClock = clockOfReports(now, timeZone)
  return (
    <Box sx={{ px: 2, py: 1.5 }}>
      <Typography component="time" sx={{ display: 'block' }}>
        {clockTime(now)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {clockDate(now)}
      </Typography>
      {reportClock && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {`Lists and reports: ${reportClock}, ${timeZone}`}
        </Typography>
      )}
    </Box>
  )
}

function UserCard({ user, onClick }: { user: User; onClick: () => void }) {
  return (
    <ListItemButton
      component="button"
      aria-label={`View details ${user.userName} ${levelName(user.level)}`}
      onClick={onClick}
      sx={{
        flexGrow: 0,
        gap: 1.5,
        m: 1,
        p: 1,
        borderRadius: 1,
        textAlign: 'left',
        width: 'calc(100% - 16px)',
      }}
    >
      <Avatar aria-hidden sx={avatarColours(user.level, useThemeMode())}>
        <Initial name={user.userName} />
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {user.userName}
        </Typography>
        {/* a space, so that the button's name has two words */}{' '}
        <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <LevelDot level={user.level} />
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {levelName(user.level)}
          </Typography>
        </Stack>
      </Box>
    </ListItemButton>
  )
}

/** Drawn as an image, because text would become part of the button's name. */
const Initial = ({ name }: { name: string }) => (
  <Box
    component="span"
    data-initial={initialOf(name)}
    sx={{ '&::before': { content: 'attr(data-initial)' } }}
  />
)
