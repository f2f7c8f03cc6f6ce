import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface Props<Value extends string> {
  label: string
  value: Value
  /** The first one is no filter. */
  choices: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

export function FilterSelect<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: 140 }}
    >
      {choices.map(([each, text]) => (
        <MenuItem key={each} value={each}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}
