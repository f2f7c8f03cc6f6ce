import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useController, type Control, type FieldPathByValue, type RegisterOptions } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'

type Name<Values extends FieldValues> = FieldPathByValue<Values, string>

type Props<Values extends FieldValues> = Omit<TextFieldProps, 'name' | 'value' | 'error' | 'defaultValue'> & {
  control: Control<Values>
  name: Name<Values>
  rules?: Pick<RegisterOptions<Values, Name<Values>>, 'required' | 'maxLength' | 'validate'>
  /** A field that this one bounds: it is validated again when this one changes. */
  validatesToo?: Name<Values> | undefined
}

/** Drawn behind the label, in its gap in the frame too, and no part of the field's name. */
const MARK = { content: ['" *"', '" *" / ""'] }
const REQUIRED = { '& .MuiInputLabel-root::after, & legend > span::after': MARK }

/** A text field of a form; its error is shown under it and is read out. */
export function FormField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, rules = {}, validatesToo, helperText, required, slotProps, ...rest } = props
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useController({
    control,
    name,
    rules: { ...rules, ...(validatesToo && { deps: validatesToo }) },
  })
  return (
    <TextField
      fullWidth
      {...rest}
      {...field}
      inputRef={ref}
      {...(required && { sx: REQUIRED })}
      error={error !== undefined}
      helperText={error?.message ?? helperText}
      slotProps={{
        // said without the asterisk, which would become part of the field's name
        htmlInput: { 'aria-required': required },
        ...slotProps,
        formHelperText: error ? { role: 'alert' } : {},
      }}
    />
  )
}
