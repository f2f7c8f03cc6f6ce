import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import Stack from '@mui/material/Stack'
import { useStore } from '../client/store'
import { hideToast, toastStore, type Toast } from '../client/toasts'
import { toastsRef } from './bottomEdge'
import { returnFocusOnRemoval } from './focus'

const AUTO_HIDE_MS = 6000

/** In windows this small, toasts may cover a dialog's buttons. */
const SMALL_WINDOW = '@media (max-width: 1199.95px), (max-height: 899.95px)'
/** Moves toasts to the top, where they cover a dialog's title instead of its buttons. */
const ABOVE_DIALOG = { 'body:has(.MuiDialog-root) &': { top: 8, bottom: 'auto' } }

/** A toast is shown in full while it is hovered or touched, or contains the focus. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  '.MuiAlert-root:is(:hover, :focus-within) &': { WebkitLineClamp: 'none' },
} as const

export function ToastHost() {
  const toasts = useStore(toastStore)
  if (toasts.length === 0) return null
  return (
    <Stack
      ref={toastsRef}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: { xs: 'max(8px, var(--toasts-bottom, 0px))', sm: 'max(24px, var(--toasts-bottom, 0px))' },
        right: { xs: 8, sm: 24 },
        left: { xs: 8, sm: 'auto' },
        gap: 1,
        alignItems: 'flex-end',
        pointerEvents: 'none',
        // toasts would cover rows on paper
        displayPrint: 'none',
        [SMALL_WINDOW]: ABOVE_DIALOG,
      }}
    >
      {toasts.map(({ id, message, severity, action, persistent }) => (
        <Snackbar
          key={id}
          ref={returnFocusOnRemoval}
          open
          sx={{ position: 'static', transform: 'none', pointerEvents: 'auto' }}
          autoHideDuration={persistent ? null : AUTO_HIDE_MS}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          // MUI closes toasts on any Escape: closing a dialog would also remove its Undo
          onClose={(_event, reason) => reason === 'timeout' && hideToast(id)}
          onKeyDown={({ key }) => key === 'Escape' && hideToast(id)}
        >
          <Alert
            role={severity === 'error' ? 'alert' : 'status'}
            severity={severity}
            variant="filled"
            elevation={8}
            sx={{
              width: { sm: 360 },
              '& .MuiAlert-message': { display: 'flex', alignItems: 'center', minWidth: 0 },
            }}
            onClose={() => hideToast(id)}
            closeText="Close notification"
          >
            <Box title={message} sx={TWO_LINES}>
              {message}
            </Box>
            {action && (
              <ActionButton
                id={id}
                action={action}
                showsTarget={toasts.some(
                  (other) => other.id !== id && other.action && other.message === message,
                )}
              />
            )}
          </Alert>
        </Snackbar>
      ))}
    </Stack>
  )
}

function ActionButton({
  id,
  action,
  showsTarget,
}: Required<Pick<Toast, 'id' | 'action'>> & { showsTarget: boolean }) {
  const run = () => {
    hideToast(id)
    action.onClick()
  }
  return (
    <Button
      color="inherit"
      size="small"
      sx={{ flex: 'none', maxWidth: '50%', ml: 1.5, my: -0.75, textDecoration: 'underline' }}
      aria-label={action.ariaLabel}
      title={action.ariaLabel}
      onClick={run}
    >
      {(showsTarget && action.ariaLabel) || action.label}
    </Button>
  )
}
