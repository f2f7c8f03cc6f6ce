import { useState } from 'react'
import {
  dialogOnDemand,
  Divider,
  Stack,
  Toolbar,
  Typography,
  useCurrentUser,
} from '@console/shared-kernel/core'
import { Clock } from './Clock'
import type { NavEntry } from './model'
import { Navigation } from './Navigation'
import { UserCard } from './UserCard'

const UserDetailsDialog = dialogOnDemand(
  async () => (await import('@console/shared-kernel/user-details')).UserDetailsDialog,
)

interface Props {
  navigation: NavEntry[]
  /** Called when an entry was chosen, for drawers that lie over the screen. */
  onNavigate: (() => void) | undefined
}

export function SideDrawer({ navigation, onNavigate }: Props) {
  const user = useCurrentUser()
  const [detailsOpen, setDetailsOpen] = useState(false)
  return (
    <Stack sx={{ height: '100%' }}>
      <Toolbar aria-hidden />
      <Typography variant="h2" component="h2" sx={{ px: 2, pt: 2 }}>
        Admin Console
      </Typography>
      <UserCard user={user} onClick={() => setDetailsOpen(true)} />
      <Divider />
      <Navigation entries={navigation} onNavigate={onNavigate} />
      <Divider />
      <Clock />
      {detailsOpen && <UserDetailsDialog user={user} onClose={() => setDetailsOpen(false)} />}
    </Stack>
  )
}
