import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useController, type Control } from 'react-hook-form'
import {
  BROWSERS,
  CREDITS_FORMATS,
  EXECUTION_MODES,
  INITIAL_LOADS,
  LANGUAGES,
  MACHINE_CURRENCIES,
} from '@console/shared-kernel/contracts'
import { SelectField, SwitchField } from '@console/shared-kernel/form'
import { toggled, type GameSettingsForm } from './model'
import { SettingsCard } from './SettingsCard'

interface Props {
  control: Control<GameSettingsForm>
}

export function OtherTab({ control }: Props) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, 1fr)' } }}>
        <SettingsCard title="General Settings">
          <SelectField
            size="small"
            control={control}
            name="other.browser"
            label="Browser Type"
            options={BROWSERS}
          />
          <SelectField
            size="small"
            control={control}
            name="other.executionMode"
            label="Execution Mode"
            options={EXECUTION_MODES}
          />
          <SelectField
            size="small"
            control={control}
            name="other.initialLoad"
            label="Initial Load"
            options={INITIAL_LOADS}
          />
          <SelectField
            size="small"
            control={control}
            name="other.currency"
            label="Machine Currency"
            options={MACHINE_CURRENCIES}
          />
        </SettingsCard>
        <SettingsCard title="Display Options">
          <Stack>
            <SwitchField control={control} name="other.touchScreen" label="Touch Screen" />
            <SwitchField control={control} name="other.showVolumeButton" label="Show Volume Button" />
            <SwitchField control={control} name="other.showLuckHandLogo" label="Show LuckHand Logo" />
            <SwitchField control={control} name="other.canCreatePlayer" label="Can Create Player" />
          </Stack>
          <SelectField
            size="small"
            control={control}
            name="other.creditsFormat"
            label="Credits Format"
            options={CREDITS_FORMATS}
          />
        </SettingsCard>
      </Box>
      <SettingsCard title="Languages">
        <Languages control={control} />
      </SettingsCard>
    </Stack>
  )
}

function Languages({ control }: Props) {
  const {
    field: { value, onChange },
  } = useController({ control, name: 'other.languages' })
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {LANGUAGES.map((language) => {
        const chosen = value.includes(language)
        return (
          <Chip
            key={language}
            label={language}
            color={chosen ? 'primary' : 'default'}
            variant={chosen ? 'filled' : 'outlined'}
            aria-pressed={chosen}
            onClick={() => onChange(toggled(value, language))}
          />
        )
      })}
    </Stack>
  )
}
