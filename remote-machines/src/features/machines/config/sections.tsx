import { Chip, MenuItem, Stack, TextField } from '@console/shared-kernel/core'
import type { PaymentValidation } from '@console/shared-kernel/contracts/machineConfig'
import {
  FormControlLabel,
  FormField,
  InputAdornment,
  Switch,
  useController,
  type Control,
} from '@console/shared-kernel/form'
import { NUMBERS, problemOf, type ConfigForm, type NumberField } from './model'

interface SectionProps {
  control: Control<ConfigForm>
}

export function GeneralSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack>
        <SwitchField control={control} name="touchScreen" label="Touch Screen" />
        <SwitchField control={control} name="showVolumeButton" label="Show Volume Button" />
        <SwitchField control={control} name="serviceMode" label="Service Mode" activeChip />
      </Stack>
      <NumberInput control={control} name="pingBrowserSeconds" />
      <NumberInput control={control} name="pingGamesSeconds" />
      <NumberInput control={control} name="offlineExpirySeconds" />
    </Stack>
  )
}

export function PaymentSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <NumberInput control={control} name="creditValue" />
      <NumberInput control={control} name="maxPokerBet" />
      <NumberInput control={control} name="maxSlotPrize" />
    </Stack>
  )
}

const VALIDATIONS: readonly [PaymentValidation, string][] = [
  ['code', 'Code Validation'],
  ['pin', 'PIN Validation'],
  ['none', 'No Validation'],
]

export function SecuritySection({ control }: SectionProps) {
  const { field } = useController({ control, name: 'paymentValidation' })
  return (
    <TextField {...field} select fullWidth label="Payment Validation Type">
      {VALIDATIONS.map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

export function TechnicalSection({ control }: SectionProps) {
  return (
    <Stack sx={{ gap: 2 }}>
      <NumberInput control={control} name="profitLowerPercent" />
      <NumberInput control={control} name="profitUpperPercent" />
    </Stack>
  )
}

interface SwitchProps extends SectionProps {
  name: 'touchScreen' | 'showVolumeButton' | 'serviceMode' | 'gamesListLocked'
  label: string
  activeChip?: boolean
}

export function SwitchField({ control, name, label, activeChip = false }: SwitchProps) {
  const { field } = useController({ control, name })
  const { value, onChange, ref, onBlur } = field
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={value}
            onChange={(event) => onChange(event.target.checked)}
            onBlur={onBlur}
            slotProps={{ input: { ref } }}
          />
        }
      />
      {activeChip && value && <Chip size="small" color="warning" label="Active" />}
    </Stack>
  )
}

function NumberInput({ control, name }: SectionProps & { name: NumberField }) {
  const rule = NUMBERS[name]
  return (
    <FormField
      control={control}
      name={name}
      label={rule.label}
      autoComplete="off"
      rules={{ validate: (text) => problemOf(text, rule) }}
      slotProps={{
        htmlInput: { inputMode: rule.decimals === 0 ? 'numeric' : 'decimal' },
        input: rule.unit ? { endAdornment: <InputAdornment position="end">{rule.unit}</InputAdornment> } : {},
      }}
    />
  )
}
