import Typography from '@mui/material/Typography'
import { ConfirmDialog } from './ConfirmDialog'

interface Props {
  /** As in `game Lucky Star`. */
  what: string
  error: string | null
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Its owner closes it, after `onConfirm` has succeeded. */
export function DeletionDialog({ what, ...rest }: Props) {
  return (
    <ConfirmDialog title="Confirm Deletion" confirmLabel="Delete" destructive {...rest}>
      <Typography>{`Are you sure you want to delete ${what}?`}</Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
