import { useRef } from 'react'
import {
  CallError,
  http,
  machinesQuery,
  newKey,
  refusalIn,
  showActionToast,
  showToast,
  useApiMutation,
  useFeature,
} from '@console/shared-kernel/core'
import { MAX_FOLLOWING_ITEMS } from '@console/shared-kernel/contracts'
import { counted, largeChange } from '@console/shared-kernel/domain'
import { confirmUndo, undoFailureText } from '@console/shared-kernel/form'
import { asList, asRecord, readFilledText, readInteger, type WireRecord } from '@console/shared-kernel/rules'
import type { CreditItem } from './model'

const PATH = '/api/activity/bulk/revert'
/** The same as for a bulk change. */
const MAX_AT_ONCE = 25

interface Undo {
  /** Ids of activity rows. */
  ids: readonly number[]
  reason?: string
}

interface Undone {
  /** How many were reverted. */
  done: number
  /** Why the rest were not reverted; the last reason if there are several. Null if all were reverted. */
  rejection: CallError | null
}

/**
 * Stops at the first call that fails.
 * @throws CallError if nothing was reverted
 */
async function revertAll({ ids, ...reason }: Undo): Promise<Undone> {
  const key = newKey()
  let done = 0
  let rejection: CallError | null = null
  try {
    const all = ids.map((activityId) => ({ activityId }))
    for (let from = 0; from < all.length; from += MAX_AT_ONCE) {
      const items = all.slice(from, from + MAX_AT_ONCE)
      // the server adds up all items, and asks for proof before the first batch
      const following = from === 0 ? all.slice(MAX_AT_ONCE, MAX_AT_ONCE + MAX_FOLLOWING_ITEMS) : []
      const { data } = await http.post<unknown>(
        PATH,
        { items, ...(following.length > 0 && { followedBy: following }), ...reason },
        { headers: { 'Idempotency-Key': key } },
      )
      for (const result of asList(asRecord(data)['results']).map(asRecord)) {
        const status = readInteger(result['status'])
        if (status === 200) done += 1
        // without a status, the outcome is unknown
        else rejection = status === undefined ? new CallError('') : refusalIn(result, { status })
      }
    }
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    rejection = failure
  }
  if (done === 0 && rejection) throw rejection
  return { done, rejection }
}

const TOAST = 'machine.credit.bulk'

const undoneText = ({ done, rejection }: Undone, all: number): string =>
  rejection
    ? `Undone: credit of ${done} of ${counted(all, 'machine')}. ${undoFailureText(rejection)}`
    : `Undone: credit of ${counted(all, 'machine')}`

/** Offers to undo a bulk credit change, in a toast after its dialog has closed. */
export function useBulkUndo() {
  const mayUndo = useFeature('revert') !== undefined
  /** Ids of activity rows by machine id. */
  const made = useRef(new Map<string, number>())
  const { run } = useApiMutation<Undo, Undone>({
    call: revertAll,
    refetch: machinesQuery.queryKey,
    toastKey: TOAST,
    slowToast: ({ ids }) => `undo of the credit of ${counted(ids.length, 'machine')}`,
    onSuccess: (undone, { ids }) =>
      showToast(undoneText(undone, ids.length), undone.rejection ? 'warning' : 'success', TOAST),
    errorToast: undoFailureText,
  })
  return {
    onMade: (result: WireRecord) => {
      const machineId = readFilledText(result['id'])
      const id = readInteger(result['activityId'])
      if (machineId !== undefined && id !== undefined) made.current.set(machineId, id)
    },
    /** Shows the toast if something was changed. */
    offer: (items: readonly CreditItem[]) => {
      const ids = [...made.current.values()]
      if (ids.length === 0 || !mayUndo) return
      const what = `credit of ${counted(ids.length, 'machine')}`
      const label = `Undo ${what}`
      const back = items.flatMap(({ machine, fromCents, toCents }) =>
        made.current.has(machine.id) ? { fromCents: toCents, toCents: fromCents } : [],
      )
      const largest = Math.max(0, ...back.map(({ fromCents, toCents }) => Math.abs(toCents - fromCents)))
      const undo = async () => {
        const reason = await confirmUndo({ title: label, cents: largest, question: largeChange(back) })
        if (reason) await run({ ids, ...reason })
      }
      const action = { label: 'Undo', ariaLabel: label, onClick: () => void undo() }
      showActionToast(`Changed: ${what}`, action, TOAST)
    },
  }
}
