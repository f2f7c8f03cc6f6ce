import { useRef } from 'react'
import {
  CallError,
  http,
  machinesQuery,
  newKey,
  showActionToast,
  showToast,
  useApiMutation,
  useFeature,
} from '@console/shared-kernel/core'
import { counted } from '@console/shared-kernel/domain'
import { askForReason, undoFailureText } from '@console/shared-kernel/form'
import { asList, asRecord, readFilledText, readInteger, type WireRecord } from '@console/shared-kernel/rules'

const PATH = '/api/activity/bulk/revert'
/** As many as a bulk change sends at once. */
const MAX_AT_ONCE = 25

interface Undo {
  /** Ids of rows of activity. */
  ids: readonly number[]
  reason?: string
}

/**
 * @returns how many were reverted; the others were changed since, or are not allowed
 * @throws CallError with the last refusal, where all were refused
 */
async function revertAll({ ids, ...reason }: Undo, key = newKey()): Promise<number> {
  let done = 0
  let refusal: WireRecord = {}
  for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
    const items = ids.slice(from, from + MAX_AT_ONCE).map((activityId) => ({ activityId }))
    const { data } = await http.post<unknown>(
      PATH,
      { items, ...reason },
      { headers: { 'Idempotency-Key': key } },
    )
    for (const result of asList(asRecord(data)['results']).map(asRecord))
      if (result['status'] === 200) done += 1
      else refusal = result
  }
  if (done > 0) return done
  const status = readInteger(refusal['status']) ?? null
  const said = readFilledText(refusal['message']) ?? null
  throw new CallError(said ?? '', { status, said })
}

const TOAST = 'machine.credit.bulk'

const undoneText = (done: number, all: number): string =>
  done === all
    ? `Undone: credit of ${counted(all, 'machine')}`
    : `Undone: credit of ${done} of ${counted(all, 'machine')}. The others were changed since, or refused`

/** Undo of a bulk change of credit, in a toast once its dialog has closed. */
export function useBulkUndo() {
  const mayUndo = useFeature('revert') !== undefined
  const made = useRef(new Set<number>())
  const { run } = useApiMutation<Undo, number>({
    call: (undo) => revertAll(undo),
    refetch: machinesQuery.queryKey,
    toastKey: TOAST,
    slowToast: ({ ids }) => `undo of the credit of ${counted(ids.length, 'machine')}`,
    onSuccess: (done, { ids }) =>
      showToast(undoneText(done, ids.length), done === ids.length ? 'success' : 'warning', TOAST),
    errorToast: undoFailureText,
  })
  return {
    onMade: (result: WireRecord) => {
      const id = readInteger(result['activityId'])
      if (id !== undefined) made.current.add(id)
    },
    /** Shows the toast, if something was changed. @param cents the largest difference, up or down */
    offer: (cents: number) => {
      const ids = [...made.current]
      if (ids.length === 0 || !mayUndo) return
      const what = `credit of ${counted(ids.length, 'machine')}`
      const label = `Undo ${what}`
      const undo = async () => {
        const reason = await askForReason(label, cents)
        if (reason) await run({ ids, ...reason })
      }
      const action = { label: 'Undo', ariaLabel: label, onClick: () => void undo() }
      showActionToast(`Changed: ${what}`, action, TOAST)
    },
  }
}
