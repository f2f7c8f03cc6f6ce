import { useEffect, useRef } from 'react'
import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { useCloseOnBack } from './dialogHistory'
import { useFocusRecovery } from './focus'
import { ignoreRepeatedEnter } from './repeatedEnter'

type Props = Omit<DialogProps, 'open' | 'onClose'> & {
  /** By Escape, by a click next to it, and by Back. */
  onClose?: () => void
}

/** Open for as long as it is mounted. */
export function Dialog({ onClose, ...props }: Props) {
  // the row that opened it may be deleted by then
  useFocusRecovery()
  useCloseOnBack(() => onClose?.())
  const isLastEnter = useRef(false)
  useEffect(() => () => void (isLastEnter.current && ignoreRepeatedEnter()), [])
  const close: DialogProps['onClose'] = (event, reason) => {
    // the second click of a double click on what opened it falls outside the dialog
    if (reason === 'backdropClick' && isSecondClick(event)) return
    onClose?.()
  }
  return (
    <MuiDialog
      open
      onClose={close}
      fullWidth
      onKeyDownCapture={({ key }) => void (isLastEnter.current = key === 'Enter')}
      onPointerDownCapture={() => void (isLastEnter.current = false)}
      {...props}
    />
  )
}

const isSecondClick = (event: object): boolean => 'detail' in event && Number(event.detail) > 1
