import { useId } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Dialog } from '../Dialog'
import { useFocusReturn } from '../focus'
import { SignInFields, useLoginLock, useSignIn } from './SignInFields'
import { DialogForm } from '../form/DialogParts'

/** Keeps the screen and its form; closes itself after a sign-in in any tab. `onClose` signs out instead. */
export function SignInAgainDialog({ userName, onClose }: { userName: string; onClose: () => void }) {
  const { busy, signIn, error, variant } = useSignIn()
  const lockedSeconds = useLoginLock()
  const titleId = useId()
  useFocusReturn()
  return (
    // above a menu that was open when the session ended
    <Dialog maxWidth="xs" aria-labelledby={titleId} sx={{ zIndex: 'tooltip' }}>
      <DialogForm onSubmit={signIn}>
        <DialogTitle id={titleId}>Your session has ended</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography>Sign in again to go on. What you have typed is still there.</Typography>
            <SignInFields error={error} userName={userName} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Logout
          </Button>
          <Button type="submit" variant={variant} loading={busy} disabled={lockedSeconds > 0}>
            Login
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
