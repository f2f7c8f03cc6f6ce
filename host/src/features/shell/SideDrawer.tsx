import { useState } from 'react'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import { lazyWithRetry, useCurrentUser } from '@console/shared-kernel/core'
import { linksOfUser } from '@console/shared-kernel/rules'
import { Clock } from './Clock'
import { entriesFor, type NavEntry } from './model'
import { Navigation } from './Navigation'
import { UserCard } from './UserCard'

const UserDetailsDialog = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "kernel-user-details" */ '@console/shared-kernel/user-details'))
      .UserDetailsDialog,
)

interface Props {
  navigation: NavEntry[]
  /** Given if the drawer is an overlay, which closes when an entry is chosen. */
  onClose: (() => void) | undefined
}

export function SideDrawer({ navigation, onClose }: Props) {
  const user = useCurrentUser()
  const [detailsOpen, setDetailsOpen] = useState(false)
  const closeDetails = () => setDetailsOpen(false)
  const leave = () => {
    closeDetails()
    onClose?.()
  }
  return (
    <Stack sx={{ minHeight: '100%' }}>
      {!onClose && <Toolbar aria-hidden />}
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', px: 2, pt: 2 }}>
        <Typography variant="h2">Admin Console</Typography>
        {onClose && (
          <IconButton edge="end" aria-label="Close menu" onClick={onClose}>
            <MenuOpenIcon />
          </IconButton>
        )}
      </Stack>
      <UserCard user={user} onClick={() => setDetailsOpen(true)} />
      <Divider />
      <Navigation entries={entriesFor(user.level, navigation)} onNavigate={onClose} />
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
