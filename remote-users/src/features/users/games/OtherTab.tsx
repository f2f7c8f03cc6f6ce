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

const SWITCHES = ['touchScreen', 'showVolumeButton', 'showLuckHandLogo', 'canCreatePlayer'] as const

interface Props {
  control: Control<GameSettingsForm>
}

export function OtherTab({ control }: Props) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, 1fr)' } }}>
        <SettingsCard title="General Settings">
          <Choice control={control} name="browser" options={BROWSERS} />
          <Choice control={control} name="executionMode" options={EXECUTION_MODES} />
          <Choice control={control} name="initialLoad" options={INITIAL_LOADS} />
          <Choice control={control} name="currency" options={MACHINE_CURRENCIES} />
        </SettingsCard>
        <SettingsCard title="Display Options">
          <Stack>
            {SWITCHES.map((name) => (
              <SwitchField key={name} control={control} name={`other.${name}`} label={OTHER_LABELS[name]} />
            ))}
          </Stack>
          <Choice control={control} name="creditsFormat" options={CREDITS_FORMATS} />
        </SettingsCard>
      </Box>
      <SettingsCard title="Languages">
        <Languages control={control} />
      </SettingsCard>
    </Stack>
  )
}

interface ChoiceProps extends Props {
  name: Exclude<keyof typeof OTHER_LABELS, (typeof SWITCHES)[number]>
  options: readonly string[]
}

const Choice = ({ control, name, options }: ChoiceProps) => (
  <SelectField
    size="small"
    control={control}
    name={`other.${name}`}
    label={OTHER_LABELS[name]}
    options={options}
  />
)

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
