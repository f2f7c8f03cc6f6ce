import { useRef } from 'react'
import {
  http,
  machinesQuery,
  newKey,
  showActionToast,
  useApiMutation,
  useFeature,
} from '@console/shared-kernel/core'
import { counted } from '@console/shared-kernel/domain'
import { askForReason, undoFailureText } from '@console/shared-kernel/form'
import { asList, asRecord, readInteger, type WireRecord } from '@console/shared-kernel/rules'

const PATH = '/api/activity/bulk/revert'
/** As many as a bulk change sends at once. */
const MAX_AT_ONCE = 25

interface Undo {
  /** Ids of rows of activity. */
  ids: readonly number[]
  reason?: string
}

/** @returns how many were reverted; the others were changed since, or are not allowed */
async function revertAll({ ids, ...reason }: Undo, key = newKey()): Promise<number> {
  let done = 0
  for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
    const items = ids.slice(from, from + MAX_AT_ONCE).map((activityId) => ({ activityId }))
    const { data } = await http.post<unknown>(
      PATH,
      { items, ...reason },
      { headers: { 'Idempotency-Key': key } },
    )
    done += asList(asRecord(data)['results']).filter((result) => asRecord(result)['status'] === 200).length
  }
  return done
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
    successToast: (done, { ids }) => undoneText(done, ids.length),
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
