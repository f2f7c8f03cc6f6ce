import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isOutOfDateAfter } from './errors'
import { readAnew } from './queryClient'
import { sessionStore } from './sessionStorage'

/**
 * A call that changes users, machines or games. Nearly every list and sum depends on those: what was read
 * before is out of date afterwards, and read again.
 *
 * @param show puts the change into what was read before, for as long as that takes
 */
export function useWrite<Input, Output>(
  call: (input: Input) => Promise<Output>,
  show?: (client: QueryClient, output: Output, input: Input) => Promise<void>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onMutate: () => sessionStore.get().token,
    onSuccess: async (output, input, token) => {
      // a late answer may find somebody else signed in, whose lists these are not
      if (sessionStore.get().token === token) await show?.(client, output, input)
      readAnew(client)
    },
    onError: (failure) => {
      if (isOutOfDateAfter(failure)) readAnew(client)
    },
  })
}
