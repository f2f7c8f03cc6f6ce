import Typography from '@mui/material/Typography'
import { ConfirmDialog } from './ConfirmDialog'

interface Props {
  /** As in `game Lucky Star`. */
  what: string
  /** A sentence: what else is lost. */
  consequence?: string | undefined
  error: string | null
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Its owner closes it, after `onConfirm` has succeeded. */
export function DeletionDialog({ what, consequence, ...rest }: Props) {
  return (
    <ConfirmDialog title="Confirm Deletion" confirmLabel="Delete" destructive {...rest}>
      <Typography>{`Are you sure you want to delete ${what}?`}</Typography>
      {consequence && <Typography sx={{ mt: 1 }}>{consequence}</Typography>}
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
