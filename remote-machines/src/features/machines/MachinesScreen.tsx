import { useCallback, useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import type { RefetchOptions } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  clearFilters,
  EmptyState,
  lazyWithRetry,
  LevelChip,
  machinesQuery,
  RetryAlert,
  Screen,
  useCurrentUser,
  useFilteredList,
  useStore,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { blockedOwners } from '@console/shared-kernel/domain'
import { canManageMachines, seesEverything } from '@console/shared-kernel/rules'
import {
  DataTable,
  ListCount,
  ListHead,
  RefreshControl,
  SearchField,
  UnknownFilterAlert,
  useRefresh,
  useSelection,
  useViewState,
} from '@console/shared-kernel/table'
import { useOpen } from '@console/shared-kernel/view'
import { machineLabel, countLine, statusesOf } from './model'
import { columnChoice } from './columnChoice'
import { ColumnsMenu } from './ColumnsMenu'
import { machineColumns } from './columns'
import {
  asksForAttention,
  filterOf,
  MACHINE_FILTERS,
  MachineFilterFields,
  MACHINES_VIEW,
  offersFilters,
} from './filters'
import { actionsOf, MachineDialog, maxActions, type OpenDialog } from './machineActions'
import { useAttention } from './useAttention'
import { useBlockToggle } from './useBlockToggle'
import { useMachines } from './useMachines'
import { useOwners } from './useOwners'

const MachineSelection = lazyWithRetry(async () => (await import('./bulk/MachineSelection')).MachineSelection)

const keyOf = ({ id }: Machine): string | null => id || null
const OPENS = { kind: 'machine', idOf: keyOf } as const

const BACK = { label: 'Back to Dashboard', to: '/' }
const ACTIONS = [BACK]
const NO_MACHINES: readonly Machine[] = []

/** The viewer's machines, and those of them that the filters, the search and the sort in the address find. */
function useFoundMachines(viewer: User) {
  const [address, set] = useViewState(MACHINES_VIEW)
  const { search, sort, branch } = address
  const machines = useMachines()
  const { list, isPending } = machines
  const all = list?.rows ?? NO_MACHINES
  const arriving = isPending || list?.arriving === true

  // rows of other servers say nothing about their owners: the users, who do, are read when the machines are shown
  const hasOwnerBlockState = useMemo(() => !all.some(({ ownerBlocked }) => ownerBlocked === null), [all])
  const readsOwners = !arriving && !hasOwnerBlockState
  const needsOwners = readsOwners || (branch !== null && offersFilters(viewer))
  const ownerList = useOwners(viewer, needsOwners)
  const { owners, refetch: refetchOwners } = ownerList
  const { refetch: refetchMachines } = machines
  const attention = useAttention()
  const { isOffered: offersAttention, refetch: refetchAttention } = attention
  const refetch = useCallback(
    (how: RefetchOptions) =>
      Promise.all([
        refetchMachines(how),
        ...(readsOwners ? [refetchOwners(how)] : []),
        ...(offersAttention ? [refetchAttention(how)] : []),
      ]),
    [refetchMachines, readsOwners, refetchOwners, offersAttention, refetchAttention],
  )
  const refresh = useRefresh({
    queryKey: machinesQuery.queryKey,
    updatedAt: machines.updatedAt,
    isFetching: machines.isFetching || (readsOwners && ownerList.isFetching),
    ready: list !== undefined && !arriving,
    refetch,
  })
  const statuses = useMemo(() => (arriving ? null : statusesOf(all)), [all, arriving])
  const known = useMemo(
    () => ({ viewer, offersAttention, statuses, users: owners?.rows ?? null }),
    [viewer, offersAttention, statuses, owners],
  )
  const isOwnerBlocked = useMemo(() => {
    const isBlocked = hasOwnerBlockState || !owners ? () => false : blockedOwners(owners.rows)
    return (machine: Machine) => machine.ownerBlocked ?? isBlocked(machine)
  }, [hasOwnerBlockState, owners])

  const found = useFilteredList({
    list,
    arriving,
    table: MACHINE_FILTERS,
    address,
    known,
    viewOf: (filters) => {
      const loaded = { users: owners ?? null, hasOwnerBlockState, attention: attention.ids }
      const filter = filterOf(filters, loaded)
      const namesUsers = filter?.ownerFrom || filter?.ownerBlocked?.users
      return filter && { view: { sort, search, filter }, users: namesUsers ? owners : undefined }
    },
  })
  const ownersFailed = !found.isReady && ownerList.failure !== null
  const attentionFailed = !found.isReady && asksForAttention(found.filters) && attention.failure !== null
  return {
    ...found,
    address,
    set,
    machines,
    refresh,
    all,
    arriving,
    ownerList,
    /** The filters need the users, who could not be loaded. */
    ownersFailed,
    isOwnerBlocked,
    attention,
    /** The filter needs the findings, which could not be loaded. */
    attentionFailed,
    statuses,
    isLoading: found.isLoading && !ownersFailed && !attentionFailed,
    isExportable: !arriving && found.isReady,
  }
}

type FoundMachines = ReturnType<typeof useFoundMachines>

export function MachinesScreen() {
  const viewer = useCurrentUser()
  const found = useFoundMachines(viewer)
  const { address, set, machines, ownerList, ownersFailed, all, arriving, rows, words } = found
  const { foundSearch, isOwnerBlocked, attention, attentionFailed } = found
  const { needsAttention } = attention
  const { failure, isPending } = machines
  const selection = useSelection({ rows: all, keyOf, nameOf: machineLabel })
  const { toggle: toggleBlock } = useBlockToggle()

  const { open } = useOpen()
  // of a machine without an id, which no address can name
  const [dialog, setDialog] = useState<OpenDialog | null>(null)

  const chosen = useStore(columnChoice)
  const { columns, files, fold, optional } = useMemo(() => {
    const openDialog = (opened: OpenDialog) => {
      const { action, machine } = opened
      if (machine.id === '') setDialog(opened)
      else open('machine', machine.id, action)
    }
    const handlers = { open: openDialog, onToggleBlock: toggleBlock }
    const actions = (machine: Machine) => actionsOf(viewer, machine, handlers)
    return machineColumns({
      actionsOf: actions,
      maxActions: maxActions(viewer),
      query: foundSearch,
      isOwnerBlocked,
      needsAttention,
      chosen,
    })
  }, [viewer, open, toggleBlock, foundSearch, isOwnerBlocked, needsAttention, chosen])
  const maySelect = canManageMachines(viewer) && !selection.selecting
  const { start } = selection
  const tools = useMemo(() => (maySelect ? [{ label: 'Select', onClick: start }] : []), [maySelect, start])

  return (
    <Screen actions={['export']}>
      <ListHead
        title="Managed Machines"
        mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Machines" />}
        status={
          <>
            <ListCount
              text={countText(found)}
              longest={countLine(all.length, all.length, true)}
              filters={words}
              newRows={found.newRows}
            />
            <RefreshControl {...found.refresh} />
          </>
        }
        search={<SearchField label="Search Machines" value={address.search} onChange={set.search} ofScreen />}
        filters={
          <MachineFilterFields
            viewer={viewer}
            offersAttention={attention.isOffered}
            statuses={found.statuses}
            owners={ownerList.owners}
            onNeedOwners={ownerList.load}
            filters={found.filters}
            set={set}
          />
        }
        actions={ACTIONS}
        tools={tools}
        columns={(room) => <ColumnsMenu choices={optional} room={room} />}
        exports={{
          name: ['machines', ...words],
          columns: files,
          rows,
          settled: found.settled,
          ready: found.isExportable,
        }}
        views={{ name: 'machines', ...found.counts }}
      />
      {found.unknownLabels.length > 0 ? (
        <UnknownFilterAlert
          filters={found.unknownLabels}
          onClear={() => clearFilters(MACHINE_FILTERS, set)}
        />
      ) : (
        <DataTable
          label="Managed Machines"
          columns={columns}
          rows={rows}
          total={found.count}
          rowKey={({ id }, index) => id || index}
          tinted={({ blocked }) => blocked}
          selection={selection.table}
          fold={fold}
          sort={address.sort}
          onSort={set.sort}
          opens={OPENS}
          loading={found.isLoading}
          refreshing={arriving && !isPending}
          arriving={arriving}
          foundBy={found.foundBy}
          notice={(failure !== null || ownersFailed || attentionFailed) && <LoadFailures found={found} />}
          empty={
            failure === null &&
            !ownersFailed &&
            !attentionFailed && (
              <EmptyState
                title="No Machines Found"
                text={
                  found.isNarrowed
                    ? 'No machines match your search criteria. Try changing your search.'
                    : 'No machines are currently available in the system.'
                }
                onClearSearch={address.search !== '' && (() => set.search(''))}
                onClearFilters={found.isFiltered && (() => clearFilters(MACHINE_FILTERS, set))}
                action={
                  <Button component={Link} to={BACK.to} color="inherit">
                    {BACK.label}
                  </Button>
                }
              />
            )
          }
        />
      )}
      {selection.selecting && <MachineSelection selection={selection} shown={rows} />}
      {dialog && <MachineDialog {...dialog} onClose={() => setDialog(null)} />}
    </Screen>
  )
}

function countText({ machines, unknownLabels, rows, count, ...found }: FoundMachines): string {
  const failed =
    found.ownersFailed || found.attentionFailed || (machines.failure !== null && machines.list === undefined)
  if (unknownLabels.length > 0 || failed) return ''
  return found.isSearching ? 'Loading...' : countLine(rows.length, count, found.isNarrowed)
}

/** The machines could not be loaded, or what the filters need. */
function LoadFailures({ found }: { found: FoundMachines }) {
  const { machines, ownerList, ownersFailed, attention, attentionFailed } = found
  const failed = [
    ...(attentionFailed ? [attention] : []),
    ...(machines.failure !== null ? [machines] : []),
    ...(ownersFailed ? [ownerList] : []),
  ]
  return failed.map(({ failure, refetch, isFetching }, at) => (
    <RetryAlert key={at} message={failure ?? ''} onRetry={() => void refetch()} busy={isFetching} />
  ))
}
