import { Box, Button, Stack, Typography } from '@console/shared-kernel/core'
import { Combobox } from '@console/shared-kernel/combobox'
import type { HierarchyMachine, HierarchyUser } from '@console/shared-kernel/contracts/hierarchy'
import { clear, FIELDS, USER_FIELDS, type Selection } from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import { FIELD_NAMES } from './fieldNames'

const nameOf = ({ name }: HierarchyUser | HierarchyMachine) => name
const isPlayer = ({ level }: HierarchyUser) => level === 7
const LOAD_AGAIN = 'Reintentar'

interface Props extends LoadedCascade {
  selection: Selection
  onChange: (selection: Selection) => void
}

export function UserFilters({ cascade, loading, failed, retry, selection, onChange }: Props) {
  /** Nothing chosen above leaves a list as it is; a parent without children has none to choose. */
  const isBarren = (field: keyof Selection, count: number) =>
    count === 0 && FIELDS.slice(0, FIELDS.indexOf(field)).some((above) => selection[above] !== null)
  const machines = cascade.machines(selection)

  return (
    <Box component="section" aria-label="User Filters">
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 30, mb: 1.5 }}>
        <Typography variant="h2">User Filters</Typography>
        {failed && (
          <Button size="small" onClick={retry} loading={loading}>
            {LOAD_AGAIN}
          </Button>
        )}
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
        }}
      >
        {USER_FIELDS.map((field) => {
          const users = cascade.users(selection, field)
          return (
            <Combobox
              key={field}
              {...FIELD_NAMES[field]}
              options={users}
              optionLabel={nameOf}
              chosen={cascade.user(selection[field])}
              tinted={isPlayer}
              loading={loading}
              disabled={isBarren(field, users.length)}
              onChoose={(user) => onChange(user ? cascade.pickUser(user.userId) : clear(selection, field))}
            />
          )
        })}
        <Combobox
          {...FIELD_NAMES.machine}
          options={machines}
          optionLabel={nameOf}
          chosen={cascade.machine(selection.machine)}
          loading={loading}
          disabled={isBarren('machine', machines.length)}
          onChoose={(machine) =>
            onChange(machine ? cascade.pickMachine(machine.id) : clear(selection, 'machine'))
          }
        />
      </Box>
    </Box>
  )
}
