import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useWatch, type Control } from 'react-hook-form'
import { CURRENCY_SYMBOLS } from '@console/shared-kernel/contracts'
import { NumberField, SelectField } from '@console/shared-kernel/form'
import {
  JACKPOT_FIELDS,
  JACKPOTS,
  isPercent,
  orderWarnings,
  type GameSettingsForm,
  type JackpotName,
} from './model'
import { JACKPOT_TITLES } from './labels'
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
            {JACKPOT_FIELDS.map(({ field, label, rule }) => (
              <NumberField
                key={field}
                control={control}
                name={`jackpots.${jackpot}.${field}`}
                label={label}
                rule={rule}
                unit={isPercent(rule) ? '%' : symbol}
                size="small"
                // the dialog validates all changed numbers, whichever tab is open
                validate={() => true}
              />
            ))}
            <OrderWarnings control={control} jackpot={jackpot} />
          </SettingsCard>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        What is not a number counts as 0. A Maximum Value of 0 means none.
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
