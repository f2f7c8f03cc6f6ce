import { useId, type ReactNode } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { Dialog } from '../Dialog'
import { DialogForm, DialogHeading, subtitleId, SlowNotice } from './DialogParts'
import { focusFirstField } from '../focus'
import { useUnsavedGuard } from './ConfirmDialog'
import { useSingleFlight } from '../../client/useSingleFlight'

interface Props {
  title: ReactNode
  /** Not part of the dialog's name. */
  subtitle?: ReactNode
  submitLabel: string
  /** The button's text while saving, next to a spinner; by default `submitLabel`. */
  busyLabel?: string
  cancelLabel?: string
  /** Whether leaving asks for confirmation. */
  changed: boolean
  canSubmit?: boolean
  error?: string | null | undefined
  /** Shown above the buttons. */
  notice?: ReactNode
  maxWidth?: DialogProps['maxWidth']
  /** The dialog cannot be closed until this ends; its owner closes it. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A field's label sits on its frame, and so extends above the field. */
const LABEL_SPACE = { '&&, .MuiDialogTitle-root + &': { pt: 1.25 } }

/** A form in a dialog. Enter submits once. Escape, Cancel and Back ask before input is lost. */
export function FormDialog(props: Props) {
  const { title, subtitle, submitLabel, busyLabel = submitLabel, changed, canSubmit = true, error } = props
  const { cancelLabel = 'Cancel', maxWidth = 'sm', notice, onSubmit, onClose, children } = props
  const { busy, run } = useSingleFlight()
  const { leave, question } = useUnsavedGuard({ changed, onLeave: onClose, locked: busy })
  const titleId = useId()

  const submit = () => {
    if (canSubmit) void run(onSubmit)
  }
  return (
    <>
      <Dialog
        onClose={leave}
        busy={busy}
        maxWidth={maxWidth}
        aria-labelledby={titleId}
        {...(subtitle && { 'aria-describedby': subtitleId(titleId) })}
      >
        <DialogForm onSubmit={submit}>
          <DialogHeading id={titleId} title={title} subtitle={subtitle} />
          <DialogContent ref={focusFirstField} sx={LABEL_SPACE}>
            {children}
          </DialogContent>
          {error && (
            <Alert severity="error" role="alert" sx={{ mx: 3, mt: 1, flexShrink: 0 }}>
              {error}
            </Alert>
          )}
          {busy && <SlowNotice sx={{ mx: 3, mt: error ? 1 : 0, flexShrink: 0 }} />}
          {notice && <Box sx={{ mx: 3, mt: 1, flexShrink: 0 }}>{notice}</Box>}
          <DialogActions>
            <Button onClick={leave} disabled={busy}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              variant="contained"
              disabled={!canSubmit}
              loading={busy}
              loadingPosition="start"
            >
              {busy ? busyLabel : submitLabel}
            </Button>
          </DialogActions>
        </DialogForm>
      </Dialog>
      {question}
    </>
  )
}
