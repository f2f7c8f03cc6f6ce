import Typography from '@mui/material/Typography'
import type { UndoQuestion } from '../../client/undoQuestion'
import { ConfirmDialog } from './ConfirmDialog'
import { FormDialog } from './FormDialog'
import { ReasonField, useReason } from './ReasonField'

/** Asks for confirmation before a change is undone, and for a reason if it needs one. */
export function UndoDialog({ asked }: { asked: UndoQuestion }) {
  const { title, question, needsReason, answer } = asked
  const reason = useReason()
  const given = reason.body.reason
  const onClose = () => answer(null)
  if (!needsReason)
    return (
      <ConfirmDialog
        title={title}
        confirmLabel="Undo"
        destructive
        onConfirm={async () => answer('')}
        onClose={onClose}
      >
        <Typography>{question}</Typography>
      </ConfirmDialog>
    )
  return (
    <FormDialog
      title={title}
      submitLabel="Undo"
      maxWidth="xs"
      changed={reason.text !== ''}
      canSubmit={given !== undefined}
      onSubmit={async () => answer(given ?? null)}
      onClose={onClose}
    >
      {question !== null && <Typography sx={{ mb: 2 }}>{question}</Typography>}
      <ReasonField reason={reason} help="A change of credit by so much needs a reason" />
    </FormDialog>
  )
}
