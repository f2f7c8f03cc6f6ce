import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useStore } from '../client/store'
import { hideToast, toastStore, type ToastAction } from '../client/toasts'
import { handOnFocus } from './focus'

const AUTO_HIDE_MS = 6000

/** In windows this small a dialog's buttons may stand where toasts do. */
const SMALL_WINDOW = '@media (max-width: 1199.95px), (max-height: 899.95px)'
/** Above a dialog that has no room beside it: its title is at the top, its buttons at the bottom. */
const ABOVE_A_DIALOG = { 'body:has(.MuiDialog-root) &': { top: 8, bottom: 'auto' } }

export function ToastHost() {
  const toast = useStore(toastStore)
  if (!toast) return null
  return (
    <Snackbar
      key={toast.id}
      ref={handOnFocus}
      open
      // on paper it would cover rows for good
      sx={{ displayPrint: 'none', [SMALL_WINDOW]: ABOVE_A_DIALOG }}
      autoHideDuration={AUTO_HIDE_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      onClose={(_event, reason) => reason !== 'clickaway' && hideToast()}
    >
      <Alert
        role={toast.severity === 'error' ? 'alert' : 'status'}
        severity={toast.severity}
        variant="filled"
        onClose={hideToast}
        closeText="Close notification"
      >
        {toast.message}
        {toast.action && <ActionButton {...toast.action} />}
      </Alert>
    </Snackbar>
  )
}

/** In the line of the message; it goes with its toast. */
function ActionButton({ label, onClick }: ToastAction) {
  const run = () => {
    hideToast()
    onClick()
  }
  return (
    <Button
      color="inherit"
      size="small"
      sx={{ ml: 1.5, my: -0.75, textDecoration: 'underline' }}
      onClick={run}
    >
      {label}
    </Button>
  )
}
