import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import {
  EmptyState,
  lazyWithRetry,
  LevelChip,
  RetryAlert,
  Screen,
  ScreenHeader,
  useCurrentUser,
  useListRows,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { canManageMachines, seesEverything } from '@console/shared-kernel/rules'
import {
  DataTable,
  ExportButtons,
  ListCount,
  SearchField,
  UnknownFilterAlert,
  useSelection,
  useViewState,
} from '@console/shared-kernel/table'
import { machineLabel } from './bulk/machineLabel'
import { CSV_COLUMNS, NARROW_ROWS, machineColumns } from './columns'
import { actionsOf } from './machineActions'
import { MachineDialogs, type MachineDialog } from './MachineDialogs'
import { MachineFilterFields } from './MachineFilterFields'
import { countLine, statusesOf } from './model'
import { RefreshControl } from './RefreshControl'
import { useBlockToggle } from './useBlockToggle'
import { useMachines } from './useMachines'
import { useOwners } from './useOwners'
import {
  countFilters,
  filterOf,
  filterWords,
  MACHINES_VIEW,
  unknownFilters,
  offersOthers,
  usableFilters,
} from './view'

const MachineSelection = lazyWithRetry(async () => (await import('./bulk/MachineSelection')).MachineSelection)

const NONE: readonly Machine[] = []
const keyOf = ({ id }: Machine): string | null => id || null

const backToDashboard = (
  <Button component={Link} to="/" color="inherit">
    Back to Dashboard
  </Button>
)

export function MachinesScreen() {
  const viewer = useCurrentUser()
  // elsewhere the head of the screen has no room for the exports
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const [{ search, sort, status, online, blocked, branch, misread }, set] = useViewState(MACHINES_VIEW)
  const { list, isPending, isFetching, failure, paused, setPaused, dataUpdatedAt, refetch } = useMachines()
  const [dialog, setDialog] = useState<MachineDialog | null>(null)
  // what was asked in a dialog that is gone may end while another one is open
  const close = (ended: MachineDialog) => setDialog((open) => (open === ended ? null : open))
  const toggleBlock = useBlockToggle()

  const machines = list?.rows ?? NONE
  const arriving = isPending || list?.arriving === true
  const ofBranch = useOwners(viewer, branch !== null && offersOthers(viewer))
  const { owners } = ofBranch
  const statuses = useMemo(() => (arriving ? null : statusesOf(machines)), [machines, arriving])
  const known = useMemo(() => ({ statuses, users: owners?.rows ?? null }), [statuses, owners])
  const filters = useMemo(
    () => usableFilters({ status, online, blocked, branch }, viewer, known),
    [status, online, blocked, branch, viewer, known],
  )
  const unknownLabels = useMemo(
    () => unknownFilters({ status, branch, misread }, viewer, known),
    [status, branch, misread, viewer, known],
  )
  const isUnknown = unknownLabels.length > 0
  const clearFilters = () => {
    set.status('')
    set.online('')
    set.blocked('')
    set.branch(null)
  }
  const filter = filterOf(filters, owners)
  const found = useListRows(
    filter === null || isUnknown ? undefined : list,
    { sort, search, ...(filter && { filter }) },
    filter?.ownerFrom ? owners : undefined,
  )
  const { rows: shown, view, current, settled } = found
  const selection = useSelection({ rows: machines, keyOf, nameOf: machineLabel })
  const query = view?.search ?? ''
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
  const isNarrowed = query.trim() !== '' || countFilters(filters) > 0
  const branchName = owners?.rows.find(({ userId }) => userId === filters.branch)?.userName ?? ''
  const branchFailed = filter === null && ofBranch.failure !== null
  const unknown = arriving || (list !== undefined && !isUnknown && !current)

  const words = [...filterWords(filters, branchName), query.trim() !== '' && `search ${query}`]
  const countText =
    isUnknown || branchFailed || (failure !== null && list === undefined)
      ? ''
      : unknown
        ? 'Loading...'
        : countLine(shown.length, found.count, isNarrowed)
  const exports = (
    <ExportButtons
      name={['machines', ...words]}
      columns={CSV_COLUMNS}
      rows={shown}
      settled={settled}
      ready={!arriving && filter !== null}
    />
  )
  return (
    <Screen>
      <ScreenHeader
        title="Managed Machines"
        mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Machines" />}
        actions={
          <>
            {wide && exports}
            {backToDashboard}
          </>
        }
      />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search Machines" value={search} onChange={set.search} ofScreen />
        <MachineFilterFields
          viewer={viewer}
          statuses={statuses}
          owners={owners}
          onNeedOwners={ofBranch.want}
          filters={filters}
          set={set}
        />
        {/* on a line together where the filters leave no room */}
        <Stack direction="row" sx={{ flex: 'auto', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <ListCount
            text={countText}
            longest={countLine(machines.length, machines.length, true)}
            filters={words}
          />
          <RefreshControl updatedAt={dataUpdatedAt} paused={paused} onPause={setPaused} />
          {canManageMachines(viewer) && !selection.selecting && (
            <Button variant="outlined" onClick={selection.start} sx={{ ml: 'auto' }}>
              Select
            </Button>
          )}
          {!wide && exports}
        </Stack>
      </Stack>
      {isUnknown ? (
        <UnknownFilterAlert filters={unknownLabels} onClear={clearFilters} />
      ) : (
        <DataTable
          label="Managed Machines"
          columns={columns}
          rows={shown}
          total={found.count}
          rowKey={({ id }, index) => id || index}
          tinted={({ blocked }) => blocked}
          selection={selection.table}
          fold={NARROW_ROWS}
          sort={sort}
          onSort={set.sort}
          onOpen={(machine) => setDialog({ kind: 'details', machine })}
          loading={unknown && shown.length === 0 && !branchFailed}
          refreshing={arriving && !isPending}
          arriving={arriving}
          foundBy={view ? JSON.stringify(view) : undefined}
          notice={
            (failure !== null || branchFailed) && (
              <>
                {failure !== null && (
                  <RetryAlert message={failure} onRetry={() => void refetch()} busy={isFetching} />
                )}
                {branchFailed && (
                  <RetryAlert
                    message={ofBranch.failure ?? ''}
                    onRetry={() => void ofBranch.refetch()}
                    busy={ofBranch.isFetching}
                  />
                )}
              </>
            )
          }
          empty={
            failure === null &&
            !branchFailed && (
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
      )}
      {selection.selecting && <MachineSelection selection={selection} shown={shown} />}
      {dialog && <MachineDialogs dialog={dialog} onClose={() => close(dialog)} />}
    </Screen>
  )
}
