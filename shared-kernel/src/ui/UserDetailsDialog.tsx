import { useId, useState, type ReactNode } from 'react'
import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Stack,
  Tooltip,
  Typography,
} from '@mui/material'
import { currentConnection } from '../client/connection'
import { creatorOf, type User } from '../contracts/user'
import { formatDateTime } from '../domain/dates'
import { Dialog } from './Dialog'
import { LevelChip } from './LevelChip'

const CLIENT_LEVEL = 6

interface Props {
  user: User
  /** Where the signed-in user finds this one, for example 'admin1 › client1'. */
  path?: string
  onClose: () => void
}

/** Everything the console knows of one user, to read only. */
export function UserDetailsDialog({ user, path, onClose }: Props) {
  const titleId = useId()
  const creator = creatorOf(user)
  const createdOn = `Created on ${formatDateTime(user.createdAt, currentConnection().timeZone)}`
  return (
    <Dialog onClose={onClose} maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`User Details: ${user.userName}`}</DialogTitle>
      <DialogContent>
        <Section title="Identity Information">
          <Fact label="User ID">
            <Tooltip title="The number the servers know this user by">
              <Typography component="span" tabIndex={0} sx={{ fontFamily: 'monospace' }}>
                {user.userId}
              </Typography>
            </Tooltip>
          </Fact>
          <Fact label="Username">{user.userName}</Fact>
          <Fact label="Password">
            <MaskedPassword password={user.password} />
          </Fact>
        </Section>
        <Section title="User Information">
          <Fact label="Level">
            <LevelChip level={user.level} />
          </Fact>
          <Fact label="Country">{user.countryName ?? 'Not specified'}</Fact>
          <Fact label="Created By">
            {creator ?? 'N/A'}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {createdOn}
            </Typography>
          </Fact>
          {path && <Fact label="Path">{path}</Fact>}
          {user.level === CLIENT_LEVEL && (
            <Fact label="Machines">{user.machineCount > 0 ? 'Active machine' : 'No machines'}</Fact>
          )}
        </Section>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ '& + &': { mt: 3 } }}>
      <Typography variant="overline" component="h3" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Stack component="dl" sx={{ m: 0, gap: 1 }}>
        {children}
      </Stack>
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', alignItems: 'baseline', gap: 2 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
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
