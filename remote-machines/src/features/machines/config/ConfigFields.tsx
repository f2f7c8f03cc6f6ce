import { useMemo, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch, type Control } from 'react-hook-form'
import { type ConfigSection, MACHINE_CONFIG_FIELDS as FIELDS } from '@console/shared-kernel/contracts'
import { CentredSpinner, messageOf, RetryAlert } from '@console/shared-kernel/core'
import { grouped, toggled, withGroup } from '@console/shared-kernel/domain'
import { GamePicker, NumberField, SelectField, SwitchField } from '@console/shared-kernel/form'
import { availableGamesQuery } from './api'
import { fieldsOf, isOfKind, OTHER_LIMIT, problemOf, type ConfigForm, type FieldOf } from './configForm'

interface Props {
  control: Control<ConfigForm>
}

/** The fields of one section: its switches first. */
export function ConfigFields({ control, section }: Props & { section: ConfigSection }) {
  const names = fieldsOf(section)
  const switches = names
    .filter((name) => isOfKind(name, 'flag'))
    .map((name) => <FlagInput key={name} control={control} name={name} />)
  if (section === 'Games') return <GamesSection control={control} switches={switches} />
  return (
    <Stack sx={{ gap: 2 }}>
      {switches.length > 0 && <Stack>{switches}</Stack>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}>
        {names.map((name) => {
          if (isOfKind(name, 'number')) return <NumberInput key={name} control={control} name={name} />
          return isOfKind(name, 'choice') && <ChoiceInput key={name} control={control} name={name} />
        })}
      </Box>
    </Stack>
  )
}

function FlagInput({ control, name }: Props & { name: FieldOf<'flag'> }) {
  const { label, hint } = FIELDS[name]
  const isOn = useWatch({ control, name })
  const field = <SwitchField control={control} name={name} label={label} />
  if (hint === undefined) return field
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      {field}
      {isOn && <Chip size="small" color="warning" label={hint} />}
    </Stack>
  )
}

const NumberInput = ({ control, name }: Props & { name: FieldOf<'number'> }) => (
  <NumberField
    control={control}
    name={name}
    label={FIELDS[name].label}
    rule={FIELDS[name]}
    unit={FIELDS[name].unit ?? ''}
    validate={(_, form) => problemOf(name, form)}
    validatesToo={OTHER_LIMIT[name]}
  />
)

function ChoiceInput({ control, name }: Props & { name: FieldOf<'choice'> }) {
  const { label, options } = FIELDS[name]
  return (
    <SelectField control={control} name={name} label={label} options={Object.keys(options)} names={options} />
  )
}

function GamesSection({ control, switches }: Props & { switches: ReactNode }) {
  const { data: games, isPending, isFetching, error, refetch } = useQuery(availableGamesQuery)
  const { field } = useController({ control, name: 'gameIds' })
  const locked = useWatch({ control, name: 'gamesListLocked' })
  const selected = useMemo(() => new Set(field.value.map(Number)), [field.value])

  if (isPending) return <CentredSpinner label="Loading games" />
  return (
    <Stack sx={{ gap: 1 }}>
      {switches}
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
