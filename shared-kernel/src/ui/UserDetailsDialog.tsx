import { useId, useState } from 'react'
import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { currentConnection } from '../client/connect'
import { creatorOf, type User } from '../contracts/user'
import { formatDateTime } from '../domain/instants'
import { Dialog } from './Dialog'
import { DialogLinks, type DialogLink } from './DialogLinks'
import { DescriptionList } from './DescriptionList'
import { LevelChip } from './LevelChip'

const CLIENT_LEVEL = 6
const LABEL_WIDTH = 120

interface Props {
  user: User
  /** The user's place in the tree, for example 'master › admin1 › client1'. */
  path?: string
  /** The name of the blocked ancestor. */
  blockedThrough?: string | undefined
  links?: readonly DialogLink[]
  onFollow?: () => void
  onClose: () => void
}

export function UserDetailsDialog({ user, path, blockedThrough, links = [], onFollow, onClose }: Props) {
  const titleId = useId()
  return (
    <Dialog onClose={onClose} maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`User Details: ${user.userName}`}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 3 }}>
          <DescriptionList
            title="Identity Information"
            labelWidth={LABEL_WIDTH}
            facts={[
              ['User ID', <UserId key="id" userId={user.userId} />],
              ['Username', user.userName],
              ['Password', <MaskedPassword key="password" password={user.password} />],
            ]}
          />
          <DescriptionList
            title="User Information"
            labelWidth={LABEL_WIDTH}
            facts={[
              ['Level', <LevelChip key="level" level={user.level} />],
              ['Country', user.countryName ?? 'Not specified'],
              ['Created By', <Creation key="creation" user={user} />],
              ...(path ? [['Path', path] as const] : []),
              ...(blockedThrough ? [['Access', `blocked through ${blockedThrough}`] as const] : []),
              ...(user.level === CLIENT_LEVEL
                ? [['Machines', user.machineCount > 0 ? 'Active machine' : 'No machines'] as const]
                : []),
            ]}
          />
          <DialogLinks links={links} onFollow={onFollow} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function UserId({ userId }: Pick<User, 'userId'>) {
  return (
    <Tooltip title="The number the servers know this user by">
      <Typography component="span" tabIndex={0} sx={{ fontFamily: 'monospace' }}>
        {userId}
      </Typography>
    </Tooltip>
  )
}

function Creation({ user }: { user: User }) {
  return (
    <>
      {creatorOf(user) ?? 'N/A'}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {`Created on ${formatDateTime(user.createdAt, currentConnection().timeZone)}`}
      </Typography>
    </>
  )
}

function MaskedPassword({ password }: { password: string }) {
  const [shown, setShown] = useState(false)
  const action = shown ? 'Hide password' : 'Show password'
  return (
    <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <span>{shown ? password || 'No disponible' : '••••••••'}</span>
      <Tooltip title={action}>
        <IconButton size="small" aria-label={action} onClick={() => setShown(!shown)}>
          {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
