import { useState } from 'react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '@console/shared-kernel/combobox'
import { FIRST_DAY, hierarchyName, LAST_DAY, type Activity } from '@console/shared-kernel/contracts'
import { usableList, useListRows } from '@console/shared-kernel/core'
import { textPart } from '@console/shared-kernel/table'
import { machinesQuery, peopleQuery } from './api'
import { isReversed, KIND_LABELS, type ActivityFilters } from './model'

/** What the address of the screen holds. */
export const ACTIVITY_VIEW = {
  who: textPart('who'),
  whom: textPart('whom'),
  machine: textPart('machine'),
  kind: textPart('kind'),
  from: textPart('from'),
  to: textPart('to'),
}

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
  const reversed = isReversed(filters)
  const kinds = filters.kind === '' ? [] : filters.kind.split(',')
  const unknownKinds = kinds.filter((kind) => !Object.hasOwn(KIND_LABELS, kind))
  return (
    <Box
      component="section"
      aria-label="Filters"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
      }}
    >
      <PersonField
        label="Who"
        emptyLabel="Anyone"
        id={filters.who}
        onChange={set.who}
        known={actorIn(rows)}
      />
      <PersonField
        label="Whom"
        emptyLabel="Anyone"
        id={filters.whom}
        onChange={set.whom}
        known={subjectIn(rows)}
      />
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
      <DayField label="From" day={filters.from} onChange={set.from} wrong={reversed} />
      <DayField
        label="To"
        day={filters.to}
        onChange={set.to}
        wrong={reversed}
        help={reversed ? 'From must be before To' : undefined}
      />
    </Box>
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
  emptyLabel: string
  /** The name of a user who may have been deleted. */
  known: (id: string) => string | undefined
}

function PersonField({ label, emptyLabel, id, onChange, known }: PersonProps) {
  const query = useQuery(peopleQuery)
  const list = usableList(query)
  const [search, setSearch] = useState('')
  const found = useListRows(list, { search, searchIn: 'name' })
  const listed = list?.rows.find(({ userId }) => String(userId) === id)
  return (
    <NamedField
      label={label}
      emptyLabel={emptyLabel}
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

interface DayProps {
  label: string
  day: string
  onChange: (day: string) => void
  wrong: boolean
  help?: string | undefined
}

const DayField = ({ label, day, onChange, wrong, help }: DayProps) => (
  <TextField
    type="date"
    size="small"
    label={label}
    value={day}
    onChange={({ target }) => onChange(target.value)}
    error={wrong}
    helperText={help}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DAY, max: LAST_DAY } }}
  />
)
