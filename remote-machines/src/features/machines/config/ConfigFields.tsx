import { useMemo, useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch, type Control } from 'react-hook-form'
import { type ConfigSection, MACHINE_CONFIG_FIELDS as FIELDS } from '@console/shared-kernel/contracts'
import { CentredSpinner, messageOf, RetryAlert } from '@console/shared-kernel/core'
import { grouped, toggled, withGroup } from '@console/shared-kernel/domain'
import { GamePicker, NumberField, SelectField, SwitchField } from '@console/shared-kernel/form'
import { availableGamesQuery } from './api'
import { type ComparisonBasis, FieldHelp } from './FieldHelp'
import {
  type ConfigField,
  type ConfigForm,
  type FieldOf,
  fieldsOf,
  isOfKind,
  OTHER_LIMIT,
  problemOf,
  sectionOf,
} from './configForm'

interface Props extends ComparisonBasis {
  control: Control<ConfigForm>
}

/** The fields of one section, switches first. */
export function ConfigFields({ section, ...props }: Props & { section: ConfigSection }) {
  const names = fieldsOf(section)
  const switches = names
    .filter((name) => isOfKind(name, 'flag'))
    .map((name) => <FlagInput key={name} {...props} name={name} />)
  if (section === 'Games') return <GamesSection {...props} switches={switches} />
  return (
    <Stack sx={{ gap: 2 }}>
      {switches.length > 0 && <Stack>{switches}</Stack>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}>
        {names.map((name) => {
          if (isOfKind(name, 'number')) return <NumberInput key={name} {...props} name={name} />
          return isOfKind(name, 'choice') && <ChoiceInput key={name} {...props} name={name} />
        })}
      </Box>
    </Stack>
  )
}

function FlagInput(props: Props & { name: FieldOf<'flag'> }) {
  const { control, name } = props
  const { label, hint } = FIELDS[name]
  const isOn = useWatch({ control, name })
  const field = <SwitchField control={control} name={name} label={label} help={<FieldHelp {...props} />} />
  if (hint === undefined) return field
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      {field}
      {isOn && <Chip size="small" color="warning" label={hint} />}
    </Stack>
  )
}

function NumberInput(props: Props & { name: FieldOf<'number'> }) {
  const { control, name } = props
  const { label, unit = '' } = FIELDS[name]
  return (
    <NumberField
      control={control}
      name={name}
      label={label}
      rule={FIELDS[name]}
      unit={unit}
      help={<FieldHelp {...props} />}
      validate={(_, form) => problemOf(name, form)}
      validatesToo={OTHER_LIMIT[name]}
    />
  )
}

function ChoiceInput(props: Props & { name: FieldOf<'choice'> }) {
  const { control, name } = props
  const { label, options } = FIELDS[name]
  return (
    <SelectField
      control={control}
      name={name}
      label={label}
      options={Object.keys(options)}
      names={options}
      help={<FieldHelp {...props} />}
    />
  )
}

function GamesSection({ switches, ...props }: Props & { switches: ReactNode }) {
  const { control } = props
  const { data: games, isPending, isFetching, error, refetch } = useQuery(availableGamesQuery)
  const { field } = useController({ control, name: 'gameIds' })
  const locked = useWatch({ control, name: 'gamesListLocked' })
  const selected = useMemo(() => new Set(field.value.map(Number)), [field.value])

  if (isPending) return <CentredSpinner label="Loading games" />
  return (
    <Stack sx={{ gap: 1 }}>
      {switches}
      <FormHelperText>
        <FieldHelp {...props} name="gameIds" {...(games && { games })} />
      </FormHelperText>
      {games ? (
        <GamePicker
          games={games}
          selected={selected}
          onToggle={(gameId) => field.onChange(toggled(field.value, String(gameId)))}
          onSelectGroup={(gameIds, all) => field.onChange(withGroup(field.value, gameIds.map(String), all))}
          countLabel={`${grouped(field.value.length)} selected`}
          disabled={locked}
        />
      ) : (
        <RetryAlert
          message={`Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Stack>
  )
}

/** The section shown. `openField` also focuses a field, if it can be focused. */
export function useSection(setFocus: (name: ConfigField) => void) {
  const [section, setSection] = useState<ConfigSection>('General')
  const openField = (name: ConfigField) => {
    setSection(sectionOf(name))
    // after the field's section is rendered
    requestAnimationFrame(() => setFocus(name))
  }
  return { section, setSection, openField }
}
