import { Typography } from '@mui/material'
import { ConfirmDialog } from './ConfirmDialog'
import { useConfirmedWrite } from './useConfirmedWrite'

interface Props {
  /** Kind and name of what goes, as in `game Lucky Star`. */
  what: string
  remove: () => Promise<unknown>
  done: string
  textOf: (failure: unknown) => string
  onClose: () => void
}

/** Asks before something is deleted for good, and deletes it. */
export function DeletionDialog({ what, remove, ...rest }: Props) {
  return (
    <ConfirmDialog
      title="Confirm Deletion"
      confirmLabel="Delete"
      destructive
      {...useConfirmedWrite({ write: remove, ...rest })}
    >
      <Typography>{`Are you sure you want to delete ${what}?`}</Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
