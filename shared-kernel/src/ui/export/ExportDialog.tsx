import { useId } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import MenuList from '@mui/material/MenuList'
import Typography from '@mui/material/Typography'
import { useClose } from '../../client/opened'
import { Dialog } from '../Dialog'
import { exportItems, type Export } from './useExport'

/** Offers the export menu's choices for `do=export` in the address. */
export function ExportDialog({ file }: { file: Export }) {
  const { close } = useClose()
  const id = useId()
  return (
    <Dialog onClose={close} maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{file.isReady ? `Export ${file.size}` : 'Export'}</DialogTitle>
      {file.isEmpty ? (
        <Typography sx={{ px: 3 }}>
          {file.isReady ? 'There is nothing to export.' : 'The rows are not loaded yet.'}
        </Typography>
      ) : (
        <MenuList autoFocusItem aria-labelledby={id} sx={{ '& > li': { px: 3 } }}>
          {exportItems(file, close)}
        </MenuList>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}
