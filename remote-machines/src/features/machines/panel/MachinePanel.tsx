import { memo, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import type { Machine } from '@console/shared-kernel/contracts'
import { DialogLinks, machinesQuery, RetryAlert, useCurrentUser } from '@console/shared-kernel/core'
import { canManageMachines, type MachineActionName } from '@console/shared-kernel/rules'
import {
  Notes,
  Panel,
  PanelActions,
  RecentActivity,
  TrendSection,
  useReadOnOpen,
} from '@console/shared-kernel/panel'
import { CellChip } from '@console/shared-kernel/table'
import {
  AddressDialog,
  FORBIDDEN_ACTION,
  unknownText,
  useClose,
  useDrop,
  useOpen,
  useOpened,
} from '@console/shared-kernel/view'
import { reportLinksOf } from '../links'
import {
  actionsOf,
  MachineDialog,
  offersAction,
  type OpenDialog,
  timedBlock,
  useActionFeatures,
} from '../machineActions'
import { nameOf, shortId, statusTone } from '../model'
import { useBlockToggle } from '../useBlockToggle'
import { failureText } from '../useMachines'
import { MachineAmounts, MachineFacts } from './MachineFacts'
import { OtherMachines } from './OtherMachines'
import { Owner } from './Owner'

/** What the address opens for a machine: its panel, and the dialog of an action. */
export default function MachinePanel() {
  const { id: opened, action, showsPanel } = useOpened()
  const id = opened ?? ''
  const viewer = useCurrentUser()
  const { machine, machines, isCurrent, isUnknown, failure, retry } = useMachine(id, action)
  // without versions, the server cannot reject a credit that is based on an outdated one
  const isWaiting = action === 'credit' && machine?.creditVersion === null && !isCurrent
  const features = useActionFeatures()
  const mayOpen = (about: Machine, asked: string): asked is MachineActionName =>
    offersAction(viewer, about, asked, features)
  const dialog = useOpenDialog(mayOpen, { id, action, machine: isWaiting ? undefined : machine })

  // a dialog stays when its machine leaves the list: the outcome of its call may not be known yet
  const isMissing = isUnknown && dialog === null
  const isForbidden = machine !== undefined && dialog === null && action !== null && !mayOpen(machine, action)
  useDrop(isMissing ? unknownText('machine') : null)
  useDrop(isForbidden ? FORBIDDEN_ACTION : null, 'do')
  // no panel shows the failure
  useDrop(dialog === null && (isWaiting || !showsPanel) ? failure : null, 'do')

  return (
    <>
      {showsPanel &&
        (machine ? (
          <Loaded machine={machine} machines={machines} />
        ) : (
          <Panel title="Machine" busy={failure === null}>
            <RetryAlert message={failure ?? ''} onRetry={retry} />
          </Panel>
        ))}
      {dialog && <AddressedDialog key={`${dialog.action} ${id}`} {...dialog} />}
    </>
  )
}

/** Has its own `close`, so that a call that ends after this dialog was closed cannot close another dialog. */
function AddressedDialog(dialog: OpenDialog) {
  const { close } = useClose()
  return (
    <AddressDialog>
      <MachineDialog {...dialog} onClose={close} />
    </AddressDialog>
  )
}

interface LoadedProps {
  machine: Machine
  machines: readonly Machine[]
}

/** Memoised so that changes of the address, such as typing in the search, do not rerender it. */
const Loaded = memo(function Loaded({ machine, machines }: LoadedProps) {
  const viewer = useCurrentUser()
  const { open } = useOpen()
  const { toggle: toggleBlock } = useBlockToggle()
  const { id, blocked, creditVersion, version } = machine
  const hasTimedBlock = useActionFeatures().blockEnd && canManageMachines(viewer)
  const handlers = {
    open: ({ action }: OpenDialog) => open('machine', id, action),
    onToggleBlock: toggleBlock,
  }
  const actions = [
    ...actionsOf(viewer, machine, handlers),
    ...(hasTimedBlock ? [timedBlock(machine, handlers)] : []),
  ]
  return (
    <Panel
      title={nameOf(machine) || shortId(machine)}
      mark={<Marks machine={machine} />}
      subtitle={<Owner machine={machine} />}
    >
      <PanelActions actions={actions} primary="Update Credit" />
      <MachineAmounts machine={machine} />
      <TrendSection machineId={id} />
      <MachineFacts machine={machine} />
      <ReportLinks machine={machine} />
      <OtherMachines machine={machine} machines={machines} />
      {canManageMachines(viewer) && <Notes about={{ machineId: id }} />}
      <RecentActivity kind="machine" id={id} version={`${creditVersion} ${version} ${blocked}`} />
    </Panel>
  )
})

/** Links on a report keep its range. */
function ReportLinks({ machine }: { machine: Machine }) {
  const at = useLocation()
  return <DialogLinks links={reportLinksOf(machine, at)} />
}

function Marks({ machine: { status, blocked, ownerBlocked } }: { machine: Machine }) {
  const tone = statusTone(status)
  return (
    <>
      <CellChip tone={tone === 'default' ? undefined : tone} label={status} />
      {blocked && <CellChip tone="error" filled label="Blocked" />}
      {ownerBlocked && <CellChip tone="error" label="Owner blocked" />}
    </>
  )
}

/**
 * The dialog that the address opens, with the machine as it was at that moment: reloading the list does not
 * change the dialog.
 *
 * @param machine undefined until it is loaded
 * @returns null also for an action that is unknown or forbidden
 */
function useOpenDialog(
  mayOpen: (machine: Machine, action: string) => action is MachineActionName,
  { id, action, machine }: { id: string; action: string | null; machine: Machine | undefined },
): OpenDialog | null {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isOpen = dialog !== null && dialog.action === action && dialog.machine.id === id
  if (isOpen) return dialog
  if (machine && action !== null && mayOpen(machine, action)) setDialog({ action, machine })
  else if (dialog) setDialog(null)
  return null
}

const NONE: readonly Machine[] = []

/**
 * One machine in the list, which is loaded if no screen has loaded it.
 *
 * @param action the action whose dialog is open; opening one refetches a stale list
 */
function useMachine(id: string, action: string | null) {
  const query = useQuery(machinesQuery)
  const { data: list, error, isFetching, refetch } = query
  const machine = useMemo(() => list?.rows.find((each) => each.id === id), [list, id])
  const isMissing = !machine
  const { isReadSince, isOld } = useReadOnOpen({ ...query, opened: `${id} ${action}`, isMissing })
  const isSettled = isReadSince && !isFetching
  return {
    machine,
    machines: list?.rows ?? NONE,
    /** Whether the list was read shortly before the machine or the dialog was opened, or since then. */
    isCurrent: !isFetching && !isOld && !(isReadSince && error),
    /** Whether the whole list has just been read and does not contain the machine. */
    isUnknown: isMissing && isSettled && error === null && list?.arriving === false,
    failure: isSettled ? failureText(error) : null,
    retry: () => void refetch(),
  }
}
