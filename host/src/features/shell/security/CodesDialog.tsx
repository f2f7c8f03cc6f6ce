import { useId, useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useSingleFlight } from '@console/shared-kernel/core'
import { Dialog } from '@console/shared-kernel/form'
import { CODES_REPLACED, confirmRecoveryCodes, RecoveryCodes } from '@console/shared-kernel/host'

/** Recovery codes are shown once, so neither Escape nor Back closes them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId()
  const { busy, run } = useSingleFlight()
  const [isReplaced, setIsReplaced] = useState(false)
  const keep = async () => {
    if (await confirmRecoveryCodes(codes)) onClose()
    else setIsReplaced(true)
  }
  return (
    <Dialog maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Recovery codes</DialogTitle>
      <DialogContent>
        {isReplaced ? (
          <Alert severity="warning" role="alert">
            {CODES_REPLACED}
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
