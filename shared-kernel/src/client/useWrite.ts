import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readAnew } from './queryClient'

/**
 * A call that changes users, machines or games. Nearly every list and sum depends on those: once it has
 * succeeded, what was read before is out of date.
 */
export function useWrite<Input, Output>(
  call: (input: Input) => Promise<Output>,
  onError?: (failure: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => readAnew(client),
    ...(onError && { onError }),
  })
}
