import { FormDialog } from './FormDialog'
import { ReasonField, useReason } from './ReasonField'

interface Props {
  title: string
  /** @param reason null if the dialog was closed */
  onAnswer: (reason: string | null) => void
}

/** Asks for the reason of a change that needs one. */
export function ReasonDialog({ title, onAnswer }: Props) {
  const reason = useReason()
  const given = reason.body.reason
  return (
    <FormDialog
      title={title}
      submitLabel="Undo"
      maxWidth="xs"
      changed={reason.text !== ''}
      canSubmit={given !== undefined}
      onSubmit={async () => onAnswer(given ?? null)}
      onClose={() => onAnswer(null)}
    >
      <ReasonField reason={reason} help="A change of credit by so much needs a reason" />
    </FormDialog>
  )
}
