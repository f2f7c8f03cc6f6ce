import { useEffect, useRef, useState } from 'react'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { bulkSender, type BulkCalls } from '../../client/bulkCalls'
import { invalidateAfterChange } from '../../client/queryClient'
import { createStore } from '../../client/store'
import { newRun, nextBatch, withResults, withSent, type BulkId, type BulkRun } from '../../domain/bulkRun'

/** A batch takes a second or two, so that the progress is visible. */
const MAX_AT_ONCE = 25

interface Sending<Item> {
  items: ReadonlyMap<BulkId, Item>
  send: ReturnType<typeof bulkSender<Item>>
}

/** Sends one batch after another, and can resume where it was stopped. */
export function useBulkRun<Item>(refetch: QueryKey | 'all' | undefined) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)
  const [busy, setBusy] = useState(false)
  const [callsBegun] = useState(() => createStore(0))
  const [stopped, setStopped] = useState<string | null>(null)
  const sending = useRef<Sending<Item> | null>(null)
  const wanted = useRef(false)
  // an unmounted run stops, because the user could no longer stop it
  useEffect(() => () => void (wanted.current = false), [])

  const send = async (from: BulkRun): Promise<BulkRun> => {
    const { items, send: sendBatch } = sending.current!
    wanted.current = true
    setBusy(true)
    setStopped(null)
    let now = from
    for (;;) {
      const ids = nextBatch(now, MAX_AT_ONCE)
      if (ids.length === 0 || !wanted.current) break
      const before = now
      const following = now === from ? nextBatch(now, Infinity).slice(ids.length) : []
      const itemsOf = (some: readonly BulkId[]) => some.map((id) => items.get(id)!)
      now = withSent(now, ids)
      setRun(now)
      const { results, stopped: reason } = await sendBatch(
        itemsOf(ids),
        { isWanted: () => wanted.current, onCall: () => callsBegun.set(callsBegun.get() + 1) },
        itemsOf(following),
      )
      now = withResults(now, before, results)
      setRun(now)
      if (reason !== null) {
        setStopped(reason)
        break
      }
    }
    setBusy(false)
    invalidateAfterChange(client, refetch ?? 'none')
    return now
  }

  return {
    run,
    busy,
    /** The number of calls that have begun. */
    callsBegun,
    /** Why the run stopped, as shown to the user. */
    stopped,
    start: (calls: BulkCalls<Item>, items: readonly Item[]): Promise<BulkRun> => {
      const byId = new Map(items.map((item) => [calls.idOf(item), item]))
      sending.current = { items: byId, send: bulkSender(calls) }
      return send(newRun([...byId.keys()]))
    },
    /** Sends the remaining items of a run, with the same key. */
    goOn: (from: BulkRun): Promise<BulkRun> => send(from),
    /** Stops after the calls in progress. */
    stop: () => void (wanted.current = false),
  }
}
