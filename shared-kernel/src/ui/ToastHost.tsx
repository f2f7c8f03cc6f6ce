import { Alert, Snackbar } from '@mui/material'
import { useStore } from '../client/store'
import { hideToast, toastStore } from '../client/toasts'

const AUTO_HIDE_MS = 6000

export function ToastHost() {
  const toast = useStore(toastStore)
  if (!toast) return null
  return (
    <Snackbar
      key={toast.id}
      open
      // on paper it would cover rows for good
      sx={{ displayPrint: 'none' }}
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
      </Alert>
    </Snackbar>
  )
}
