import { useDeferredValue, useMemo, useState } from 'react'
import {
  Button,
  EmptyState,
  LevelChip,
  Link,
  RetryAlert,
  Screen,
  ScreenHeader,
  Stack,
  useCurrentUser,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts/machine'
import { canManageMachines, seesEverything } from '@console/shared-kernel/domain/permissions'
import { DataTable, ExportCsvButton, SearchField, useListView, type Sort } from '@console/shared-kernel/table'
import { CSV_COLUMNS, machineColumns } from './columns'
import { actionsOf } from './machineActions'
import { MachineDialogs, type MachineDialog } from './MachineDialogs'
import { MachineFilterFields, useMachineFilters } from './MachineFilters'
import { RefreshControl } from './RefreshControl'
import { useBlockToggle } from './useBlockToggle'
import { useMachines } from './useMachines'
import { useShownMachines } from './useShownMachines'

const NONE: Machine[] = []
const BY_OWNER: Sort = { key: 'userName', direction: 'asc' }

const backToDashboard = (
  <Button component={Link} to="/" color="inherit">
    Back to Dashboard
  </Button>
)

export function MachinesScreen() {
  const viewer = useCurrentUser()
  const { search, sort, setSearch, setSort } = useListView(BY_OWNER)
  // letters are there at once, what 50,000 machines make of them a moment later
  const query = useDeferredValue(search)
  const { filters, setFilter } = useMachineFilters()
  const { machines, isPending, isFetching, failure, paused, setPaused, dataUpdatedAt, refetch } =
    useMachines()
  const [dialog, setDialog] = useState<MachineDialog | null>(null)
  // what was asked in a dialog that is gone may end while another one is open
  const close = (ended: MachineDialog) => setDialog((open) => (open === ended ? null : open))
  const { run: toggleBlock } = useBlockToggle()

  const all = machines ?? NONE
  const { shown, statuses, sorting } = useShownMachines(all, sort, query, filters)
  const columns = useMemo(() => {
    const on = {
      onCredit: (machine: Machine) => setDialog({ kind: 'credit', machine }),
      onConfigure: (machine: Machine) => setDialog({ kind: 'config', machine }),
      onToggleBlock: (machine: Machine) => void toggleBlock(machine),
      onDetails: (machine: Machine) => setDialog({ kind: 'details', machine }),
    }
    const most = canManageMachines(viewer) ? 4 : 1
    return machineColumns((machine) => actionsOf(viewer, machine, on), most, query)
  }, [viewer, toggleBlock, query])
  const isNarrowed = query.trim() !== '' || filters.status !== '' || filters.blocked !== ''

  return (
    <Screen>
      <ScreenHeader
        title="Managed Machines"
        mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Machines" />}
        actions={backToDashboard}
      />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search Machines" value={search} onChange={setSearch} ofScreen />
        <MachineFilterFields statuses={statuses} filters={filters} onFilter={setFilter} />
        <RefreshControl updatedAt={dataUpdatedAt} paused={paused} onPause={setPaused} />
        <ExportCsvButton name="machines" columns={CSV_COLUMNS} rows={shown} />
      </Stack>
      {failure !== null && <RetryAlert message={failure} onRetry={() => void refetch()} busy={isFetching} />}
      <DataTable
        label="Managed Machines"
        columns={columns}
        rows={shown}
        rowKey={({ id }, index) => id || index}
        tinted={({ blocked }) => blocked}
        sort={sort}
        onSort={setSort}
        onOpen={(machine) => setDialog({ kind: 'details', machine })}
        loading={isPending}
        refreshing={sorting}
        empty={
          failure === null && (
            <EmptyState
              title="No Machines Found"
              text={
                isNarrowed
                  ? 'No machines match your search criteria. Try changing your search.'
                  : 'No machines are currently available in the system.'
              }
              action={backToDashboard}
            />
          )
        }
      />
      {dialog && <MachineDialogs dialog={dialog} onClose={() => close(dialog)} />}
    </Screen>
  )
}
