import { useForm, useWatch } from 'react-hook-form'
import { FormDialog, FormField } from '@console/shared-kernel/sdk'

interface Props {
  greeting: string
  onSave: (greeting: string) => void
  onClose: () => void
}

export function GreetingDialog({ greeting, onSave, onClose }: Props) {
  const { control, formState, handleSubmit } = useForm({ defaultValues: { greeting } })
  const text = useWatch({ control, name: 'greeting' })
  const save = handleSubmit((values) => {
    onSave(values.greeting.trim())
    onClose()
  })
  return (
    <FormDialog
      title="Change greeting"
      submitLabel="Save"
      changed={formState.isDirty}
      canSubmit={text.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <FormField control={control} name="greeting" label="Greeting" autoFocus />
    </FormDialog>
  )
}
