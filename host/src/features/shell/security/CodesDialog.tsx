import { useId } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Dialog } from '@console/shared-kernel/form'
import { RecoveryCodes } from '@console/shared-kernel/host'

/** Recovery codes are shown once, so neither Escape nor Back closes them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Recovery codes</DialogTitle>
      <DialogContent>
        <RecoveryCodes codes={codes} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have kept them
        </Button>
      </DialogActions>
    </Dialog>
  )
}
