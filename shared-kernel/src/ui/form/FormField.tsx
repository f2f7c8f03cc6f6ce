import { useId, type ReactNode } from 'react'
import FormHelperText from '@mui/material/FormHelperText'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import {
  useController,
  type Control,
  type FieldPathByValue,
  type RegisterOptions,
  type FieldValues,
  type Path,
  type UseFormSetError,
} from 'react-hook-form'
import MenuItem from '@mui/material/MenuItem'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { CallError } from '../../client/errors'

type Name<Values extends FieldValues> = FieldPathByValue<Values, string>

type FormFieldProps<Values extends FieldValues> = Omit<
  TextFieldProps,
  'name' | 'value' | 'error' | 'defaultValue'
> & {
  control: Control<Values>
  name: Name<Values>
  rules?: Pick<RegisterOptions<Values, Name<Values>>, 'required' | 'maxLength' | 'validate'>
  readOnly?: boolean
  /** Validated again when this field changes. */
  validatesToo?: Name<Values> | undefined
}

/** The mark of a required field. It is drawn in the frame's gap too, and is not part of the field's name. */
const MARK = { content: ['" *"', '" *" / ""'] }
const REQUIRED = { '& .MuiInputLabel-root::after, & legend > span::after': MARK }

/** Looks like a disabled field, but its text is less faint than MUI's disabled colour. */
const READ_ONLY = {
  '& .MuiInputBase-input': { color: 'text.secondary', cursor: 'default' },
  '& .MuiOutlinedInput-root:not(.Mui-focused) .MuiOutlinedInput-notchedOutline': {
    borderColor: 'action.disabled',
  },
}

/** A field whose error is shown below it and read out. */
export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
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
        // not `required`, whose asterisk would become part of the field's name
        htmlInput: { 'aria-required': required, readOnly },
        ...slotProps,
        formHelperText: error ? { role: 'alert' } : {},
      }}
    />
  )
}

interface SelectFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, string>
  label: string
  options: readonly string[]
  /** Labels of options whose label differs from their value. */
  names?: Readonly<Record<string, string>>
  size?: 'small' | 'medium'
  /** A text below the field. */
  help?: ReactNode
}

export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, label, options, names, size = 'medium', help } = props
  const {
    field: { ref, ...field },
  } = useController({ control, name })
  return (
    <TextField {...field} select fullWidth size={size} label={label} inputRef={ref} helperText={help}>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {names?.[option] ?? option}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Margins that align text with the switch's label: the width of the switch and its gap. */
const BELOW_SWITCH_LABEL = { mt: -1, ml: 5.875 }

interface SwitchFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, boolean>
  label: string
  /** A text below the label. */
  help?: ReactNode
}

export function SwitchField<Values extends FieldValues>(props: SwitchFieldProps<Values>) {
  const { control, name, label, help } = props
  const { field } = useController({ control, name })
  const { value, onChange, onBlur, ref } = field
  const helpId = useId()
  const labelled = (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          slotProps={{ input: { ref, ...(help && { 'aria-describedby': helpId }) } }}
        />
      }
    />
  )
  if (!help) return labelled
  return (
    <div>
      {labelled}
      <FormHelperText id={helpId} sx={BELOW_SWITCH_LABEL}>
        {help}
      </FormHelperText>
    </div>
  )
}

/**
 * @param fields form fields by server path
 * @returns false if some errors have no field, so that the message must be shown
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: Readonly<Record<string, Path<Values>>>,
  setError: UseFormSetError<Values>,
): boolean {
  const fieldErrors = error instanceof CallError ? error.fieldErrors : []
  const ofFields = fieldErrors.filter(({ path }) => Object.hasOwn(fields, path))
  ofFields.forEach(({ path, message }, index) =>
    setError(fields[path]!, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return fieldErrors.length > 0 && ofFields.length === fieldErrors.length
}
