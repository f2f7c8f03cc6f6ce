import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form'

interface Props<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, boolean>
  label: string
}

export function SwitchField<Values extends FieldValues>({ control, name, label }: Props<Values>) {
  const { field } = useController({ control, name })
  const { value, onChange, onBlur, ref } = field
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          slotProps={{ input: { ref } }}
        />
      }
    />
  )
}
