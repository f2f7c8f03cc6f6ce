import { useId, type ReactNode } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Dialog } from '../Dialog'
import { SlowNotice } from './SlowNotice'
import { useSingleFlight } from './useSingleFlight'

interface Props {
  title: string
  confirmLabel: string
  cancelLabel?: string
  /** The confirm button is red, and Cancel gets the initial focus. */
  destructive?: boolean
  error?: string | null | undefined
  /** The dialog cannot be closed until this ends; its owner closes it. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Cannot be closed while the action runs. */
export function ConfirmDialog(props: Props) {
  const { title, confirmLabel, cancelLabel = 'Cancel', destructive = false, error, children } = props
  const { busy, run } = useSingleFlight()
  const titleId = useId()
  return (
    <Dialog onClose={() => !busy && props.onClose()} maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {children}
        {error && (
          <Alert severity="error" role="alert" sx={{ mt: 2 }}>
            {error}
          </Alert>
        )}
        {busy && <SlowNotice sx={{ mt: 2 }} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose} disabled={busy} autoFocus={destructive}>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          loading={busy}
          autoFocus={!destructive}
          onClick={() => void run(props.onConfirm)}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
