import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { TIME } from './layout'

/** Created once, because a report shows 168 items. */
function twoDigits(count: number) {
  const values = Array.from({ length: count }, (_, number) => String(number).padStart(2, '0'))
  const items = values.map((value) => (
    <MenuItem key={value} value={value} dense>
      {value}
    </MenuItem>
  ))
  return { values, items }
}
const HOURS = twoDigits(24)
const MINUTES = twoDigits(60)

interface Props {
  /** 'From' or 'To'. */
  name: string
  /** 'HH:MM', or an invalid text from the address. */
  time: string
  error: boolean
  onChange: (time: string) => void
}

export function TimeField({ name, time, error, onChange }: Props) {
  const [hour = '', ...rest] = time.split(':')
  const minute = rest.join(':')
  return (
    <Stack direction="row" role="group" aria-label={`${name} Time`} sx={TIME}>
      <Digits
        label={`${name} hour`}
        choices={HOURS}
        value={hour}
        error={error}
        onChange={(chosen) => onChange(`${chosen}:${minute}`)}
      />
      <Digits
        label={`${name} minute`}
        choices={MINUTES}
        value={minute}
        error={error}
        onChange={(chosen) => onChange(`${hour}:${chosen}`)}
      />
    </Stack>
  )
}

interface DigitsProps {
  label: string
  choices: ReturnType<typeof twoDigits>
  value: string
  error: boolean
  onChange: (value: string) => void
}

function Digits({ label, choices, value, error, onChange }: DigitsProps) {
  const { values, items } = choices
  const isWrong = !values.includes(value)
  return (
    <TextField
      select
      label={label}
      value={value}
      error={error || isWrong}
      helperText={isWrong ? `Choose one from ${values[0]} to ${values.at(-1)}` : undefined}
      fullWidth
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        // the label is above the arrow, so it may use the full width
        inputLabel: { shrink: true, sx: { maxWidth: 'none' } },
        select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } },
      }}
    >
      {isWrong && (
        <MenuItem value={value} dense disabled>
          {value}
        </MenuItem>
      )}
      {items}
    </TextField>
  )
}
