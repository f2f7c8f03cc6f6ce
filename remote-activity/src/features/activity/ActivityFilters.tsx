import { useState } from 'react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '@console/shared-kernel/combobox'
import { hierarchyName, type Activity } from '@console/shared-kernel/contracts'
import { usableList, useListRows } from '@console/shared-kernel/core'
import { DayField } from '@console/shared-kernel/dates'
import { FilterBar, textPart } from '@console/shared-kernel/table'
import { machinesQuery, peopleQuery } from './api'
import { countFilters, isNoDay, isReversed, KIND_LABELS, type ActivityFilters } from './model'

/** What the address of the screen holds. */
export const ACTIVITY_VIEW = {
  who: textPart('who'),
  whom: textPart('whom'),
  machine: textPart('machine'),
  kind: textPart('kind'),
  from: textPart('from'),
  to: textPart('to'),
}

const FIELDS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
  // on a phone: the button alone, or its fields below it
  justifyItems: { xs: 'start', sm: 'stretch' },
} as const

interface Props {
  filters: ActivityFilters
  set: { readonly [Name in keyof ActivityFilters]: (value: ActivityFilters[Name]) => void }
  /** They name those who are no longer in the lists. */
  rows: readonly Activity[]
}

interface Named {
  id: string
  name: string
}

export function ActivityFilterFields({ filters, set, rows }: Props) {
  const kinds = filters.kind === '' ? [] : filters.kind.split(',')
  const unknownKinds = kinds.filter((kind) => !Object.hasOwn(KIND_LABELS, kind))
  const clear = () => Object.values(set).forEach((setOne) => setOne(''))
  return (
    <Box component="section" aria-label="Filters" sx={FIELDS}>
      <FilterBar count={countFilters(filters)} onClear={clear}>
        <PersonField label="Who" id={filters.who} onChange={set.who} known={actorIn(rows)} />
        <PersonField label="Whom" id={filters.whom} onChange={set.whom} known={subjectIn(rows)} />
        <MachineField id={filters.machine} onChange={set.machine} rows={rows} />
        <TextField
          select
          size="small"
          label="Kind"
          value={kinds}
          error={unknownKinds.length > 0}
          helperText={unknownKinds.length > 0 ? 'Choose kinds of the list' : undefined}
          onChange={({ target }) => set.kind((target.value as unknown as string[]).join(','))}
          slotProps={{
            select: {
              multiple: true,
              displayEmpty: true,
              renderValue: (chosen) => (chosen as string[]).map(kindLabel).join(', ') || 'All kinds',
            },
            inputLabel: { shrink: true },
          }}
        >
          {[...Object.keys(KIND_LABELS), ...unknownKinds].map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kindLabel(kind)}
            </MenuItem>
          ))}
        </TextField>
        <DayFilter name="from" filters={filters} set={set} />
        <DayFilter name="to" filters={filters} set={set} />
      </FilterBar>
    </Box>
  )
}

interface DayFilterProps extends Pick<Props, 'filters' | 'set'> {
  name: 'from' | 'to'
}

function DayFilter({ name, filters, set }: DayFilterProps) {
  const day = filters[name]
  const reversed = isReversed(filters)
  return (
    <DayField
      label={name === 'from' ? 'From' : 'To'}
      day={day}
      invalid={isNoDay(day) ? day : undefined}
      language="en"
      error={reversed}
      help={reversed && name === 'to' ? 'From must be before To' : undefined}
      onChange={set[name]}
    />
  )
}

const kindLabel = (kind: string): string =>
  Object.hasOwn(KIND_LABELS, kind) ? KIND_LABELS[kind as keyof typeof KIND_LABELS] : kind

const actorIn = (rows: readonly Activity[]) => (id: string) =>
  rows.find(({ actor }) => String(actor?.userId) === id)?.actor?.userName
const subjectIn = (rows: readonly Activity[]) => (id: string) =>
  rows.find(({ subject }) => subject?.type === 'user' && String(subject.userId) === id)?.subject?.name

interface FieldProps {
  id: string
  onChange: (id: string) => void
}

interface PersonProps extends FieldProps {
  label: string
  /** The name of a user who may have been deleted. */
  known: (id: string) => string | undefined
}

function PersonField({ label, id, onChange, known }: PersonProps) {
  const query = useQuery(peopleQuery)
  const list = usableList(query)
  const [search, setSearch] = useState('')
  const found = useListRows(list, { search, searchIn: 'name' })
  const listed = list?.rows.find(({ userId }) => String(userId) === id)
  return (
    <NamedField
      label={label}
      emptyLabel="Anyone"
      id={id}
      onChange={onChange}
      options={found.rows.map((user) => ({ id: String(user.userId), name: hierarchyName(user) }))}
      settled={async () =>
        (await found.settled()).map((user) => ({ id: String(user.userId), name: hierarchyName(user) }))
      }
      current={found.current}
      loading={query.isPending || list?.arriving === true}
      name={listed ? hierarchyName(listed) : known(id)}
      onSearch={setSearch}
    />
  )
}

function MachineField({ id, onChange, rows }: FieldProps & { rows: readonly Activity[] }) {
  const query = useQuery(machinesQuery)
  const list = usableList(query)
  const [search, setSearch] = useState('')
  const found = useListRows(list, { search })
  const same = (other: string | null | undefined) => other?.toLowerCase() === id.toLowerCase()
  const name =
    list?.rows.find((machine) => same(machine.id))?.name ??
    rows.find(({ subject }) => same(subject?.machineId))?.subject?.name
  return (
    <NamedField
      label="Machine"
      emptyLabel="All machines"
      id={id}
      onChange={onChange}
      options={found.rows}
      settled={found.settled}
      current={found.current}
      loading={query.isPending || list?.arriving === true}
      name={name}
      onSearch={setSearch}
    />
  )
}

interface NamedProps extends FieldProps {
  label: string
  emptyLabel: string
  options: readonly Named[]
  settled: () => Promise<readonly Named[]>
  current: boolean
  loading: boolean
  /** Of the chosen one; absent where no list has it. */
  name: string | undefined
  onSearch: (text: string) => void
}

function NamedField({ id, name, onChange, options, ...combobox }: NamedProps) {
  const isUnknown = id !== '' && name === undefined
  const chosen =
    id === '' || name === undefined ? null : (options.find((one) => one.id === id) ?? { id, name })
  return (
    <Combobox
      {...combobox}
      options={options}
      optionLabel={(one: Named) => one.name}
      chosen={chosen}
      unknown={isUnknown && !combobox.loading ? id : undefined}
      onChoose={(one) => onChange(one?.id ?? '')}
    />
  )
}
