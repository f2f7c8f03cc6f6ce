import { useState } from 'react'
import { isStale, messageOf, useApiMutation } from '@console/shared-kernel/core'
import { type Game, normaliseGame } from '@console/shared-kernel/contracts'
import { DeletionDialog } from '@console/shared-kernel/form'
import { deleteGame, removeListedGame } from './api'

/** @param game as shown; if it has been changed since, the user is asked again */
export function DeleteGameDialog({ game: shown, onClose }: { game: Game; onClose: () => void }) {
  const [game, setGame] = useState(shown)
  const { run, error } = useApiMutation({
    call: deleteGame,
    patch: (client, _, { id }) => removeListedGame(client, id),
    successToast: () => 'Game deleted successfully',
    onSuccess: onClose,
    onError: (failure) => {
      const now = isStale(failure) ? normaliseGame(failure.current) : null
      if (now) setGame(now)
    },
  })
  return (
    <DeletionDialog
      what={`game ${game.name}`}
      consequence="Users and machines that have it selected will no longer have it."
      error={error && failureOf(error, game)}
      onConfirm={() => run(game)}
      onClose={onClose}
    />
  )
}

function failureOf(failure: Error, { name, type, active }: Game): string {
  if (!isStale(failure)) return `Error: ${messageOf(failure, 'Unknown error')}`
  const author = failure.changedBy ?? 'Somebody else'
  return `${author} has changed this game: it is now ${name}, ${type}, ${active ? 'Active' : 'Inactive'}. Delete it anyway?`
}
