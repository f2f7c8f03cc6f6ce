import { useCallback, useRef } from 'react'
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isOutOfDateAfter, isSessionOver } from './errors'
import { sessionStore } from './sessionStorage'
import { showToast } from './toasts'

/** A change of one row of a list, made from the row itself. */
export interface RowWrite<Row, Output> {
  idOf: (row: Row) => number | string
  call: (row: Row) => Promise<Output>
  /** Puts the change into the list. */
  show: (client: QueryClient, output: Output, row: Row) => Promise<void>
  /** What toasts say of it. */
  done: (output: Output) => string
  failed: (failure: unknown) => string
  /** Of the list, which tells what became of a change that nobody knows of. */
  queryKey: QueryKey
}

/**
 * Makes a change to rows, to several at a time, to each of them once. A list of 100,000 is not read again for
 * one of them.
 *
 * @param write the same one each time
 * @returns `run`, the same one each time: columns hold it, and other columns would draw all rows anew
 */
export function useRowWrite<Row, Output>(write: RowWrite<Row, Output>) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({ mutationFn: write.call })
  const running = useRef(new Set<number | string>())

  const run = useCallback(
    async (row: Row) => {
      const id = write.idOf(row)
      if (running.current.has(id)) return
      running.current.add(id)
      const { token } = sessionStore.get()
      try {
        const output = await mutateAsync(row)
        // somebody else may have signed in meanwhile, whose list this is not
        if (sessionStore.get().token !== token) return
        await write.show(client, output, row)
        showToast(write.done(output))
      } catch (failure) {
        if (!isSessionOver(failure)) showToast(write.failed(failure), 'error')
        if (isOutOfDateAfter(failure)) void client.invalidateQueries({ queryKey: write.queryKey })
      } finally {
        running.current.delete(id)
      }
    },
    [client, mutateAsync, write],
  )
  return { run, busy: isPending }
}
