import { useId } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { Dialog } from '@console/shared-kernel/form'
import { FactorsPart } from './FactorsPart'
import { SessionsPart } from './SessionsPart'

interface Props {
  onPassword: () => void
  onClose: () => void
}

/** Shows the user's own password, second factors and sessions. */
export function SecurityDialog({ onPassword, onClose }: Props) {
  const titleId = useId()
  return (
    <Dialog maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Security</DialogTitle>
      <DialogContent>
        <Stack divider={<Divider />} sx={{ gap: 2 }}>
          <FactorsPart />
          <SessionsPart />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onPassword} sx={{ mr: 'auto' }}>
          Change password
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
