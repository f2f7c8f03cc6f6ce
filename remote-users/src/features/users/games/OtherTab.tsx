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
import { toggled } from '@console/shared-kernel/domain'
import { SelectField, SwitchField } from '@console/shared-kernel/form'
import type { GameSettingsForm } from './model'
import { OTHER_LABELS } from './labels'
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
            label={OTHER_LABELS.browser}
            options={BROWSERS}
          />
          <SelectField
            size="small"
            control={control}
            name="other.executionMode"
            label={OTHER_LABELS.executionMode}
            options={EXECUTION_MODES}
          />
          <SelectField
            size="small"
            control={control}
            name="other.initialLoad"
            label={OTHER_LABELS.initialLoad}
            options={INITIAL_LOADS}
          />
          <SelectField
            size="small"
            control={control}
            name="other.currency"
            label={OTHER_LABELS.currency}
            options={MACHINE_CURRENCIES}
          />
        </SettingsCard>
        <SettingsCard title="Display Options">
          <Stack>
            <SwitchField control={control} name="other.touchScreen" label={OTHER_LABELS.touchScreen} />
            <SwitchField
              control={control}
              name="other.showVolumeButton"
              label={OTHER_LABELS.showVolumeButton}
            />
            <SwitchField
              control={control}
              name="other.showLuckHandLogo"
              label={OTHER_LABELS.showLuckHandLogo}
            />
            <SwitchField
              control={control}
              name="other.canCreatePlayer"
              label={OTHER_LABELS.canCreatePlayer}
            />
          </Stack>
          <SelectField
            size="small"
            control={control}
            name="other.creditsFormat"
            label={OTHER_LABELS.creditsFormat}
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
