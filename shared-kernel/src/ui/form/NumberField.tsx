import { useState, type KeyboardEvent, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form'
import {
  numberProblem,
  numberText,
  readingsOf,
  replacementNote,
  stepOf,
  steppedText,
  typedNumber,
  type NumberRule,
} from '../../domain/typedNumber'

type Name<Values extends FieldValues> = FieldPathByValue<Values, string>

interface Props<Values extends FieldValues> {
  control: Control<Values>
  name: Name<Values>
  label: string
  rule: NumberRule
  /** Shown next to the number. */
  unit?: string
  /** Shown below the field, unless there is a problem or a note. */
  help?: ReactNode
  size?: 'small' | 'medium'
  /** Replaces the check of `rule`. */
  validate?: Extract<RegisterOptions<Values, Name<Values>>['validate'], (...args: never[]) => unknown>
  /** Validated again when this field changes. */
  validatesToo?: Name<Values> | undefined
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A text field, because a browser's number field swallows a decimal comma. On blur it shows the number that
 * `typedNumber` reads from the text.
 */
export function NumberField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, rule, unit, help, size = 'medium', validatesToo } = props
  const { validate = (text: string) => numberProblem(text, rule) } = props
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name, rules: { validate, ...(validatesToo && { deps: validatesToo }) } })
  /** The note about text that was replaced on blur. */
  const [replaced, setReplaced] = useState<string | undefined>()
  const text: string = value
  const problem = error?.message ?? numberProblem(text, rule)
  const note = replacementNote(text, rule) ?? (text === String(rule.fallback) ? replaced : undefined)

  const change = (next: string) => {
    if (next !== text) onChange(next)
  }
  const leave = () => {
    if (numberProblem(text, rule) === undefined) {
      setReplaced(note)
      change(numberText(typedNumber(text, rule), rule))
    }
    onBlur()
  }
  const step = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    change(steppedText(text, rule, direction) ?? text)
  }
  return (
    <Box>
      <TextField
        fullWidth
        size={size}
        label={label}
        name={name}
        value={text}
        onChange={onChange}
        onBlur={leave}
        onKeyDown={step}
        inputRef={ref}
        autoComplete="off"
        error={problem !== undefined}
        helperText={problem ?? note ?? help}
        slotProps={{
          htmlInput: { inputMode: 'decimal', min: rule.min, max: rule.max, step: stepOf(rule) },
          input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
          formHelperText: problem ? { role: 'alert' } : note ? { role: 'status' } : {},
        }}
      />
      {readingsOf(text, rule).map((reading) => (
        <Button key={reading} size="small" onClick={() => onChange(numberText(reading, rule))}>
          {`Use ${reading}`}
        </Button>
      ))}
    </Box>
  )
}
