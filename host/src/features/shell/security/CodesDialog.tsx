import { useId, useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { CallError, useSingleFlight } from '@console/shared-kernel/core'
import { Dialog } from '@console/shared-kernel/form'
import { confirmRecoveryCodes, RecoveryCodes } from '@console/shared-kernel/host'

const REPLACED =
  'These codes no longer work: new ones were made since, in another window or on another device. Delete your copy of these.'

/** Recovery codes are shown once, so neither Escape nor Back closes them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId()
  const { busy, run } = useSingleFlight()
  const [isReplaced, setIsReplaced] = useState(false)
  const keep = async () => {
    try {
      await confirmRecoveryCodes(codes)
    } catch (failure) {
      if (failure instanceof CallError && failure.status === 409) return setIsReplaced(true)
      // otherwise the next sign-in tells of them again
    }
    onClose()
  }
  return (
    <Dialog maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Recovery codes</DialogTitle>
      <DialogContent>
        {isReplaced ? (
          <Alert severity="warning" role="alert">
            {REPLACED}
          </Alert>
        ) : (
          <RecoveryCodes codes={codes} />
        )}
      </DialogContent>
      <DialogActions>
        {isReplaced ? (
          <Button onClick={onClose} autoFocus>
            Close
          </Button>
        ) : (
          <Button variant="contained" loading={busy} onClick={() => void run(keep)}>
            I have kept them
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
