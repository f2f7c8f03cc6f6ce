import { useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  CallError,
  changeFields,
  createContentKeys,
  http,
  isOutcomeUnknown,
  isStale,
  machinesQuery,
  messageOf,
  readAgain,
  showActionToast,
  showToast,
  useApiMutation,
  useFeature,
  versionHeaders,
} from '@console/shared-kernel/core'
import { centsToWire, type Machine, normaliseCredit } from '@console/shared-kernel/contracts'
import { describeChange, isLargeChange } from '@console/shared-kernel/domain'
import { useUndo } from '@console/shared-kernel/form'
import { asRecord, readInteger } from '@console/shared-kernel/rules'
import { machineLabel } from '../model'

/** A credit, with its version if the server has versions. */
export type Credit = Pick<Machine, 'creditCents' | 'creditVersion'>

export interface CreditChange {
  machineId: string
  cents: number
  /** The credit that the change is based on. */
  baseVersion: Credit
  /** Stays the same when the change is resent. */
  key: string
  /** Added to the body: the reason, or nothing. */
  reason?: object
}

interface SavedCredit {
  /** The new credit, with a null version if the answer has none. */
  credit: Credit
  /** The id of the activity row with which the change can be undone; null if the server does not send it. */
  activityId: number | null
}

/**
 * Sends a machine's credit.
 *
 * @throws CallError without a status if the answer does not confirm the change
 */
export async function saveCredit(change: CreditChange): Promise<SavedCredit> {
  const { machineId, cents, baseVersion, key, reason } = change
  // not a `CallError`: nothing was sent, so the outcome is known
  if (machineId === '') throw new Error('Machine ID is undefined or invalid')
  const version = baseVersion.creditVersion
  const { data } = await http.put<unknown>(
    `/api/Machines/${encodeURIComponent(machineId)}/credit`,
    { amount: centsToWire(cents), ...reason },
    { headers: versionHeaders(version, key) },
  )
  const now = normaliseCredit(data)
  if (now) return { credit: now, activityId: readInteger(asRecord(data)['activityId']) ?? null }
  // a server with versions must send one; a text body comes from a proxy
  if (version !== null || (typeof data === 'string' && data !== ''))
    throw new CallError('The answer does not say what the credit is')
  return { credit: { creditCents: cents, creditVersion: null }, activityId: null }
}

/** @throws if the current state cannot be read */
export async function readMachineAgain(client: QueryClient, machineId: string): Promise<Machine> {
  const machines = await readAgain(client, machinesQuery)
  const machine = machines.rows.find(({ id }) => id === machineId)
  if (!machine) throw new CallError('The machine is no longer in the list')
  return machine
}

/** The current credit in the cached list: a row is rendered a moment after its list has changed. */
export const latestCredit = (client: QueryClient, machine: Machine): Credit =>
  client.getQueryData(machinesQuery.queryKey)?.rows.find(({ id }) => id === machine.id) ?? machine

/** What became of a change whose answer was lost. */
export type WriteOutcome = 'saved' | 'not saved' | 'changed by another' | 'changed'

/**
 * With versions, a changed credit may be another user's, even if it equals the amount sent: only the server
 * knows. Without versions, an equal amount counts as saved.
 */
export function outcomeOf(sentCents: number, before: Credit, now: Credit): WriteOutcome {
  if (before.creditVersion !== null)
    return now.creditVersion === before.creditVersion ? 'not saved' : 'changed'
  if (now.creditCents === sentCents) return 'saved'
  return now.creditCents === before.creditCents ? 'not saved' : 'changed by another'
}

/** Who saved the credit and when; null if the server does not send it. */
interface Saved {
  changedBy: string | null
  changedAt: string | null
}
const UNKNOWN: Saved = { changedBy: null, changedAt: null }

const SAVED = 'Machine credit updated successfully'

export type CreditState =
  | { kind: 'open' }
  | { kind: 'refused'; message: string }
  /** Somebody else has saved the credit; `baseVersion` is now their state. */
  | ({ kind: 'stale'; previousCents: number } & Saved)
  /** Sent, but not known to have arrived. */
  | { kind: 'unknown'; change: CreditChange; checking: boolean }

/**
 * A machine's credit and the state of saving it, separate from the typed amount.
 *
 * @param reason added to the body of the change
 */
export function useCreditChange(machine: Machine, reason: object, onSaved: () => void) {
  const mayUndo = useFeature('revert') !== undefined
  const { run: undo } = useUndo()
  const client = useQueryClient()
  const [baseVersion, setBaseVersion] = useState(() => latestCredit(client, machine))
  const [state, setState] = useState<CreditState>({ kind: 'open' })
  const [keyFor] = useState(createContentKeys)

  const toastKey = `machine.credit.${machine.id}`
  const finish = (activityId: number | null, savedCents = baseVersion.creditCents) => {
    const what = `credit of ${machineLabel(machine)}`
    if (activityId === null || !mayUndo) showToast(SAVED, 'success', toastKey)
    else {
      const cents = savedCents - baseVersion.creditCents
      const question = isLargeChange(savedCents, baseVersion.creditCents)
        ? describeChange(savedCents, baseVersion.creditCents)
        : null
      const onClick = () => void undo({ activityId, what, toastKey, cents, question })
      showActionToast(SAVED, { label: 'Undo', ariaLabel: `Undo ${what}`, onClick }, toastKey)
    }
    onSaved()
  }
  const fail = (failure: unknown) => {
    const message = messageOf(failure, '')
    setState({ kind: 'refused', message: message || 'Failed to update credit' })
    showToast(`Failed to update credit: ${message || 'Unknown error'}`, 'error', toastKey)
  }
  const adopt = (current: Credit, saved: Saved) => {
    setState({ kind: 'stale', previousCents: baseVersion.creditCents, ...saved })
    setBaseVersion(current)
  }

  const showInList = (credit: Credit) =>
    changeFields(client, 'machines', ({ id }) => id === machine.id, credit)

  const check = async (change: CreditChange): Promise<void> => {
    setState({ kind: 'unknown', change, checking: true })
    try {
      const now = await readMachineAgain(client, machine.id)
      const outcome = outcomeOf(change.cents, change.baseVersion, now)
      if (outcome === 'saved') finish(null)
      else if (outcome === 'changed by another') adopt(now, UNKNOWN)
      else if (outcome === 'not saved')
        fail(new CallError('No answer was received, and the credit has not changed'))
      else await askAgain(change)
    } catch {
      setState({ kind: 'unknown', change, checking: false })
    }
  }

  /** The key retrieves the first answer. If there was none, the outdated version prevents the change. */
  const askAgain = async (change: CreditChange): Promise<void> => {
    try {
      const { activityId } = await saveCredit(change)
      finish(activityId, change.cents)
    } catch (failure) {
      if (!isStale(failure)) throw failure
      await compare(failure)
    }
  }

  /** Takes the current credit from the error response, or else reads it. */
  const compare = async (rejection: CallError): Promise<void> => {
    try {
      const now = normaliseCredit(rejection.current) ?? (await readMachineAgain(client, machine.id))
      if (now.creditCents === baseVersion.creditCents && now.creditVersion === baseVersion.creditVersion)
        return fail(rejection)
      const { changedBy = null, changedAt = null } = rejection
      adopt(now, { changedBy, changedAt })
      await showInList(now)
    } catch {
      fail(rejection)
    }
  }

  const { run } = useApiMutation({
    call: saveCredit,
    patch: async (_, { credit }) => {
      await showInList(credit)
      // the server has versions, but its answer lacks the new one
      if (credit.creditVersion === null && baseVersion.creditVersion !== null)
        void client.invalidateQueries(machinesQuery)
    },
    // if the outcome is unknown, `check` reads the list
    refetch: 'none',
    onSuccess: ({ activityId }, { cents }) => finish(activityId, cents),
    onError: (failure, change) => {
      if (isStale(failure)) return compare(failure)
      return isOutcomeUnknown(failure) ? check(change) : fail(failure)
    },
  })
  const save = async (cents: number): Promise<void> => {
    setState({ kind: 'open' })
    const key = keyFor([cents, baseVersion.creditVersion, reason])
    await run({ machineId: machine.id, cents, baseVersion, key, reason })
  }
  return { state, baseVersion, save, check }
}
