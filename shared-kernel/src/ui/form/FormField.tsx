import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useController, type Control, type FieldPathByValue, type RegisterOptions } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'

type Name<Values extends FieldValues> = FieldPathByValue<Values, string>

type Props<Values extends FieldValues> = Omit<TextFieldProps, 'name' | 'value' | 'error' | 'defaultValue'> & {
  control: Control<Values>
  name: Name<Values>
  rules?: Pick<RegisterOptions<Values, Name<Values>>, 'required' | 'maxLength' | 'validate'>
  readOnly?: boolean
  /** Validated again when this field changes. */
  validatesToo?: Name<Values> | undefined
}

/** Drawn in the frame's gap too, and not part of the field's name. */
const MARK = { content: ['" *"', '" *" / ""'] }
const REQUIRED = { '& .MuiInputLabel-root::after, & legend > span::after': MARK }

/** As a disabled field looks, whose text is too faint in MUI's colour. */
const READ_ONLY = {
  '& .MuiInputBase-input': { color: 'text.secondary', cursor: 'default' },
  '& .MuiOutlinedInput-root:not(.Mui-focused) .MuiOutlinedInput-notchedOutline': {
    borderColor: 'action.disabled',
  },
}

/** The error is shown below and read out. */
export function FormField<Values extends FieldValues>(props: Props<Values>) {
  const {
    control,
    name,
    rules = {},
    validatesToo,
    helperText,
    required,
    readOnly,
    slotProps,
    ...rest
  } = props
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
      {...(readOnly && { sx: READ_ONLY })}
      error={error !== undefined}
      helperText={error?.message ?? helperText}
      slotProps={{
        // the asterisk would become part of the field's name
        htmlInput: { 'aria-required': required, readOnly },
        ...slotProps,
        formHelperText: error ? { role: 'alert' } : {},
      }}
    />
  )
}
