import { memo, useState, type ComponentProps } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ListRef, useCurrentUser, useListRows } from '@console/shared-kernel/core'
import { Combobox } from '@console/shared-kernel/combobox'
import { type HierarchyMachine, hierarchyName, type User } from '@console/shared-kernel/contracts'
import {
  chosenAbove,
  clear,
  FIELDS,
  fieldsFrom,
  LEVELS,
  USER_FIELDS,
  type Field,
  type Selection,
  type UserField,
  FIELD_NAMES,
} from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import type { InvalidFilters } from './filters'
import { PICKERS } from './layout'

const machineName = ({ name }: HierarchyMachine) => name
const isPlayer = ({ level }: User) => level === 7
const BY_USER_NAME = { key: 'userName', direction: 'asc' } as const
const BY_MACHINE_NAME = { key: 'name', direction: 'asc' } as const
const LOAD_AGAIN = 'Reintentar'

interface Props {
  hierarchy: LoadedCascade
  /** Whether the hierarchy is loading, or is shown as loading. */
  loading: boolean
  selection: Selection
  invalid: InvalidFilters
  /** @param fields chosen or cleared, and so no longer invalid */
  onChange: (selection: Selection, fields: readonly Field[]) => void
}

/** False if the field could offer only the viewer or users above them. */
const matters = (field: UserField, level: number): boolean => LEVELS[field][0]! > level

export const UserFilters = memo(function UserFilters(props: Props) {
  const { hierarchy, loading, invalid } = props
  const { failed, reason, retry } = hierarchy
  const { level } = useCurrentUser()
  return (
    <Box component="section" aria-label="User Filters" sx={{ gridArea: 'users' }}>
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 24, mb: 1.5 }}
      >
        <Typography variant="h2" sx={{ whiteSpace: 'nowrap' }}>
          User Filters
        </Typography>
        {failed && (
          <>
            <Typography variant="body2" sx={{ color: 'error.main' }}>
              {['No se pudieron cargar los usuarios y las máquinas.', reason].join(' ').trim()}
            </Typography>
            <Button size="small" onClick={retry} loading={loading}>
              {LOAD_AGAIN}
            </Button>
          </>
        )}
      </Stack>
      <Box sx={PICKERS}>
        {USER_FIELDS.filter((field) => matters(field, level) || invalid[field] !== undefined).map((field) => (
          <UserPicker key={field} field={field} {...props} />
        ))}
        <MachinePicker {...props} />
      </Box>
    </Box>
  )
})

function UserPicker({
  field,
  hierarchy,
  loading,
  selection,
  invalid,
  onChange,
}: Props & { field: UserField }) {
  const { cascade, users } = hierarchy
  const [search, setSearch] = useState('')
  const below = chosenAbove(selection, field)
  const found = useListRows(users, {
    search,
    searchIn: 'name',
    sort: BY_USER_NAME,
    filter: { levels: LEVELS[field], below },
  })
  return (
    <Picker
      {...FIELD_NAMES[field]}
      found={found}
      disabledIfEmpty={below !== null && search === '' && invalid[field] === undefined}
      unknown={invalid[field]}
      optionLabel={hierarchyName}
      chosen={cascade.user(selection[field])}
      tinted={isPlayer}
      loading={loading}
      onSearch={setSearch}
      onChoose={(user) =>
        user
          ? onChange(cascade.pickUser(user.userId), FIELDS)
          : onChange(clear(selection, field), fieldsFrom(field))
      }
    />
  )
}

function MachinePicker({ hierarchy, loading, selection, invalid, onChange }: Props) {
  const { cascade, machines, users } = hierarchy
  const [search, setSearch] = useState('')
  const above = chosenAbove(selection, 'machine')
  const ownerFrom = above === null || !users ? null : { users: refOf(users), userId: above }
  const found = useListRows(
    machines,
    { search, searchIn: 'name', sort: BY_MACHINE_NAME, filter: { ownerFrom } },
    users,
  )
  return (
    <Picker
      {...FIELD_NAMES.machine}
      found={found}
      disabledIfEmpty={above !== null && search === '' && invalid.machine === undefined}
      unknown={invalid.machine}
      optionLabel={machineName}
      chosen={cascade.machine(selection.machine)}
      loading={loading}
      onSearch={setSearch}
      onChoose={(machine) =>
        machine
          ? onChange(cascade.pickMachine(machine.id), FIELDS)
          : onChange(clear(selection, 'machine'), fieldsFrom('machine'))
      }
    />
  )
}

const refOf = ({ id, version }: ListRef): ListRef => ({ id, version })

interface PickerProps<Option> extends Omit<
  ComponentProps<typeof Combobox<Option>>,
  'options' | 'settled' | 'current'
> {
  found: { rows: readonly Option[]; current: boolean; settled: () => Promise<readonly Option[]> }
  /** True if an empty list means that the chosen parent has no users below. */
  disabledIfEmpty: boolean
}

function Picker<Option>({ found, disabledIfEmpty, ...combobox }: PickerProps<Option>) {
  return (
    <Combobox
      {...combobox}
      options={found.rows}
      settled={found.settled}
      current={found.current}
      disabled={disabledIfEmpty && found.current && found.rows.length === 0}
    />
  )
}
