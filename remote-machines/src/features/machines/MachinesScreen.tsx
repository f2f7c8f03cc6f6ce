import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import {
  clearFilters,
  EmptyState,
  lazyWithRetry,
  LevelChip,
  RetryAlert,
  Screen,
  useCurrentUser,
  useStore,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { canManageMachines, seesEverything } from '@console/shared-kernel/rules'
import {
  DataTable,
  ListCount,
  ListHead,
  RefreshControl,
  SearchField,
  UnknownFilterAlert,
  useSelection,
} from '@console/shared-kernel/table'
import { useOpen } from '@console/shared-kernel/view'
import { machineLabel, countLine } from './model'
import { columnChoice, ColumnsMenu } from './ColumnsMenu'
import { machineColumns } from './columns'
import { MACHINE_FILTERS, MachineFilterFields } from './filters'
import { actionsOf, MachineDialog, maxActions, type OpenDialog } from './machineActions'
import { useBlockToggle } from './useBlockToggle'
import { type FoundMachines, useFoundMachines } from './useFoundMachines'

const MachineSelection = lazyWithRetry(async () => (await import('./bulk/MachineSelection')).MachineSelection)

const keyOf = ({ id }: Machine): string | null => id || null
const OPENS = { kind: 'machine', idOf: keyOf } as const

const BACK = { label: 'Back to Dashboard', to: '/' }
const ACTIONS = [BACK]

export default function MachinesScreen() {
  const viewer = useCurrentUser()
  const found = useFoundMachines(viewer)
  const { address, set, machines, ownerList, ownersFailed, all, arriving, rows, words } = found
  const { foundSearch, isOwnerBlocked, attention, attentionFailed } = found
  const { needsAttention } = attention
  const { failure, isPending } = machines
  const selection = useSelection({ rows: all, keyOf, nameOf: machineLabel })
  const { toggle: toggleBlock } = useBlockToggle()

  const { open } = useOpen()
  // for a machine without an id, whose dialog no address can open
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

/** Errors loading the machines or the data that the filters need. */
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
