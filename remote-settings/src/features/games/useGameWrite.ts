import { CallError, isAnswerLost, useQueryClient, useWrite } from '@console/shared-kernel/core'
import { gamesQuery } from './api'

/**
 * A call that changes a game. Without an answer the change may have been made, and a game that is not there
 * was deleted by somebody else: the catalogue says.
 */
export function useGameWrite<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useWrite(call, (failure) => {
    const gone = failure instanceof CallError && failure.status === 404
    if (gone || isAnswerLost(failure)) void client.invalidateQueries(gamesQuery)
  })
}
