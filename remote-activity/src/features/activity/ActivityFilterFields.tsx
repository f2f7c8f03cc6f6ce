import { memo, useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Combobox } from '@console/shared-kernel/combobox'
import { hierarchyName, type User } from '@console/shared-kernel/contracts'
import { countFilters, usableList, useListRows } from '@console/shared-kernel/core'
import { KIND_LABELS, kindLabel } from '@console/shared-kernel/domain'
import { DayField } from '@console/shared-kernel/dates'
import { FilterBar } from '@console/shared-kernel/table'
import { machinesQuery, peopleQuery } from './api'
import {
  isInvalidDay,
  isReversed,
  kindsOf,
  unknownKindsOf,
  type ActivityFilters,
  type FilterNames,
} from './view'

/**
 * All fields are on one line, next to the search or, if they do not fit there, below it. A field's error is
 * shown below it.
 */
const FIELDS = {
  display: 'contents',
  '&:has(> .MuiTextField-root)': { display: 'flex', flex: '6 1 828px', gap: 1.5 },
  '& > .MuiTextField-root': { flex: '1 1 128px', minWidth: 0, alignSelf: 'start' },
} as const

interface Props extends FilterNames {
  filters: ActivityFilters
  set: { readonly [Name in keyof ActivityFilters]: (value: ActivityFilters[Name]) => void }
}

/** Grey, like the placeholders of the other fields. */
const ALL_KINDS = (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    All kinds
  </Box>
)

const BY_USER_NAME = { key: 'userName', direction: 'asc' } as const
const BY_MACHINE_NAME = { key: 'name', direction: 'asc' } as const

interface Named {
  id: string
  name: string
}

const namedOf = (user: User): Named => ({ id: String(user.userId), name: hierarchyName(user) })

/** Memoised so that arriving rows do not rerender it. */
export const ActivityFilterFields = memo(function ActivityFilterFields({ filters, set, ...names }: Props) {
  const kinds = kindsOf(filters)
  const unknownKinds = unknownKindsOf(filters)
  const { search: _search, range: _range, shift, ...fields } = filters
  const clear = () => Object.values(set).forEach((setOne) => setOne(''))
  const chooseWho = (id: string) => {
    // a shift is always the viewer's own: another person's rows are shown from its first day
    if (shift !== '') set.from(filters.from)
    set.shift('')
    set.who(id)
  }
  return (
    <Box sx={FIELDS}>
      <FilterBar count={countFilters(fields)} onClear={clear}>
        <PersonField label="Who" id={filters.who} onChange={chooseWho} name={names.who} />
        <PersonField label="Target" id={filters.whom} onChange={set.whom} name={names.whom} />
        <MachineField id={filters.machine} onChange={set.machine} name={names.machine} />
        <TextField
          select
          size="small"
          label="Kind"
          value={kinds}
          error={unknownKinds.length > 0}
          helperText={
            unknownKinds.length > 0
              ? `Unknown: ${unknownKinds.join(', ')}. Choose kinds from the list`
              : undefined
          }
          onChange={({ target }) => set.kind((target.value as unknown as string[]).join(','))}
          slotProps={{
            select: {
              multiple: true,
              displayEmpty: true,
              renderValue: () =>
                kinds.length > 1 ? `${kinds.length} kinds` : kinds.map(kindLabel)[0] || ALL_KINDS,
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
})

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
      invalid={isInvalidDay(day) ? day : undefined}
      language="en"
      error={reversed}
      help={reversed && name === 'to' ? 'From must be before To' : undefined}
      onChange={(text) => {
        // keeps the other day of a range
        set.from(filters.from)
        set.to(filters.to)
        set.range('')
        set.who(filters.who)
        set.shift('')
        set[name](text)
      }}
    />
  )
}

interface FieldProps {
  id: string
  /** The name of the chosen item; undefined if unknown. */
  name: string | undefined
  onChange: (id: string) => void
}

function PersonField({ label, ...field }: FieldProps & { label: string }) {
  const query = useQuery(peopleQuery)
  const list = usableList(query)
  const [search, setSearch] = useState('')
  const found = useListRows(list, { search, searchIn: 'name', sort: BY_USER_NAME })
  const options = useMemo(() => found.rows.map(namedOf), [found.rows])
  return (
    <NamedField
      label={label}
      emptyLabel="Anyone"
      {...field}
      options={options}
      settled={async () => (await found.settled()).map(namedOf)}
      current={found.current}
      loading={query.isPending || list?.arriving === true}
      onSearch={setSearch}
    />
  )
}

function MachineField(field: FieldProps) {
  const query = useQuery(machinesQuery)
  const list = usableList(query)
  const [search, setSearch] = useState('')
  const found = useListRows(list, { search, sort: BY_MACHINE_NAME })
  return (
    <NamedField
      label="Machine"
      emptyLabel="All machines"
      {...field}
      options={found.rows}
      settled={found.settled}
      current={found.current}
      loading={query.isPending || list?.arriving === true}
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
