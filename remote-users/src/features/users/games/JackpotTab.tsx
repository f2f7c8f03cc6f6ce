import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useController, useWatch, type Control } from 'react-hook-form'
import { CURRENCY_SYMBOLS } from '@console/shared-kernel/contracts'
import { SelectField } from '@console/shared-kernel/form'
import {
  JACKPOT_FIELDS,
  JACKPOTS,
  numberTyped,
  type GameSettingsForm,
  type JackpotField,
  type JackpotName,
} from './model'
import { JACKPOT_TITLES } from './parts'
import { SettingsCard } from './SettingsCard'

const CURRENCY_NAMES: Readonly<Record<(typeof CURRENCY_SYMBOLS)[number], string>> = {
  '€': 'Euro (€)',
  $: 'Dollar ($)',
  '£': 'Pound (£)',
  '¥': 'Yen (¥)',
}

interface TabProps {
  control: Control<GameSettingsForm>
}

export function JackpotTab({ control }: TabProps) {
  const symbol = useWatch({ control, name: 'jackpots.currencySymbol' })
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
        {JACKPOTS.map((jackpot) => (
          <SettingsCard key={jackpot} title={JACKPOT_TITLES[jackpot]}>
            {JACKPOT_FIELDS.map(({ field, label, unit }) => (
              <NumberInput
                key={field}
                control={control}
                jackpot={jackpot}
                field={field}
                label={label}
                unit={unit === 'percent' ? '%' : symbol}
              />
            ))}
          </SettingsCard>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Whatever is not a number counts as 0. Decimals follow a point.
      </Typography>
      <SettingsCard title="Currency Settings">
        <SelectField
          size="small"
          control={control}
          name="jackpots.currencySymbol"
          label="Currency Symbol"
          options={CURRENCY_SYMBOLS}
          names={CURRENCY_NAMES}
        />
      </SettingsCard>
    </Stack>
  )
}

interface NumberProps extends TabProps {
  jackpot: JackpotName
  field: JackpotField
  label: string
  unit: string
}

function NumberInput({ control, jackpot, field, label, unit }: NumberProps) {
  const {
    field: { ref, value, onChange, onBlur, name },
  } = useController({ control, name: `jackpots.${jackpot}.${field}` })
  // what will be saved is seen as soon as the field is left
  const settle = () => {
    onChange(String(numberTyped(value)))
    onBlur()
  }
  return (
    <TextField
      fullWidth
      size="small"
      label={label}
      name={name}
      value={value}
      onChange={onChange}
      onBlur={settle}
      inputRef={ref}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  )
}
