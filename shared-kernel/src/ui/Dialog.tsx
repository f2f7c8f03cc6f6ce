import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { useDialogOnBack } from '../client/navigationGuard'
import { useFocusRecovery } from './focus'
import { useIgnoreRepeatedEnter } from './repeatedEnter'

type Props = Omit<DialogProps, 'open' | 'onClose'> & {
  /** Called for Escape, for a click outside the dialog, and for Back. */
  onClose?: () => void
  /** It cannot be closed. */
  busy?: boolean
}

/** The dialog is open for as long as it is mounted. */
export function Dialog({ onClose, busy, ...props }: Props) {
  // the row that opened the dialog may be deleted before it closes
  useFocusRecovery()
  const leave = () => {
    if (!busy) onClose?.()
  }
  useDialogOnBack(leave, busy)
  useIgnoreRepeatedEnter()
  const close: DialogProps['onClose'] = (event, reason) => {
    // the second click of a double click on the opener falls outside the dialog
    if (reason === 'backdropClick' && isSecondClick(event)) return
    leave()
  }
  return <MuiDialog open onClose={close} fullWidth {...props} />
}

const isSecondClick = (event: object): boolean => 'detail' in event && Number(event.detail) > 1
