import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form'

interface Props<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, string>
  label: string
  options: readonly string[]
  /** Labels of options that are not their own value. */
  names?: Readonly<Record<string, string>>
  size?: 'small' | 'medium'
}

export function SelectField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, options, names, size = 'medium' } = props
  const {
    field: { ref, ...field },
  } = useController({ control, name })
  return (
    <TextField {...field} select fullWidth size={size} label={label} inputRef={ref}>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {names?.[option] ?? option}
        </MenuItem>
      ))}
    </TextField>
  )
}
