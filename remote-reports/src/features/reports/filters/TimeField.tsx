import { MenuItem, Stack, TextField } from '@console/shared-kernel/core'

const twoDigits = (count: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(2, '0'))
const HOURS = twoDigits(24)
const MINUTES = twoDigits(60)

interface Props {
  /** 'From' or 'To'. */
  name: string
  /** 'HH:MM'. */
  time: string
  error: boolean
  onChange: (time: string) => void
}

export function TimeField({ name, time, error, onChange }: Props) {
  const [hour, minute] = time.split(':') as [string, string]
  return (
    <Stack direction="row" role="group" aria-label={`${name} Time`} sx={{ gap: 1, minWidth: 190 }}>
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
  choices: readonly string[]
  value: string
  error: boolean
  onChange: (value: string) => void
}

function Digits({ label, choices, value, error, onChange }: DigitsProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      error={error}
      size="small"
      fullWidth
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        // the arrow is lower than the label, which may stand above it
        inputLabel: { sx: { maxWidth: 'none' } },
        select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } },
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice} dense>
          {choice}
        </MenuItem>
      ))}
    </TextField>
  )
}
