import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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
  orderWarnings,
  type GameSettingsForm,
  type JackpotField,
  type JackpotName,
} from './model'
import { JACKPOT_TITLES } from './labels'
import { SettingsCard } from './SettingsCard'
import { noteOf, numberTyped, problemOf, readingsOf, textOf, type JackpotUnit } from './typedNumbers'

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
                unit={unit}
              />
            ))}
            <OrderWarnings control={control} jackpot={jackpot} />
          </SettingsCard>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Decimals follow a point. What is not a number counts as 0. A Maximum Value of 0 means none.
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
  unit: JackpotUnit
}

function NumberInput({ control, jackpot, field, label, unit }: NumberProps) {
  const {
    field: { ref, value, onChange, onBlur, name },
  } = useController({ control, name: `jackpots.${jackpot}.${field}` })
  /** The note about a text that became 0 on blur. */
  const [replaced, setReplaced] = useState<string | undefined>()
  const symbol = useWatch({ control, name: 'jackpots.currencySymbol' })
  const problem = problemOf(value, unit)
  const note = noteOf(value, unit) ?? (value === '0' ? replaced : undefined)

  // on blur the field shows the number that will be saved
  const showSavedNumber = () => {
    if (problem === undefined) {
      setReplaced(noteOf(value, unit) ?? (value === '0' ? replaced : undefined))
      onChange(textOf(numberTyped(value, unit), unit))
    }
    onBlur()
  }
  return (
    <Box>
      <TextField
        fullWidth
        size="small"
        label={label}
        name={name}
        value={value}
        onChange={onChange}
        onBlur={showSavedNumber}
        inputRef={ref}
        autoComplete="off"
        error={problem !== undefined}
        helperText={problem ?? note}
        slotProps={{
          htmlInput: { inputMode: 'decimal' },
          input: {
            endAdornment: <InputAdornment position="end">{unit === 'percent' ? '%' : symbol}</InputAdornment>,
          },
          formHelperText: { role: problem ? 'alert' : 'status' },
        }}
      />
      {readingsOf(value, unit).map((reading) => (
        <Button key={reading} size="small" onClick={() => onChange(textOf(reading, unit))}>
          {`Use ${reading}`}
        </Button>
      ))}
    </Box>
  )
}

function OrderWarnings({ control, jackpot }: TabProps & { jackpot: JackpotName }) {
  const warnings = orderWarnings(useWatch({ control, name: `jackpots.${jackpot}` }))
  if (warnings.length === 0) return null
  return (
    <Alert severity="warning" role="status">
      {warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  )
}
