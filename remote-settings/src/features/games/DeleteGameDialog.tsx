import { messageOf, useApiMutation } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts'
import { DeletionDialog } from '@console/shared-kernel/form'
import { deleteGame, removeGame } from './api'

export function DeleteGameDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const { run, error } = useApiMutation({
    call: deleteGame,
    patch: (client, _, id) => removeGame(client, id),
    successToast: () => 'Game deleted successfully',
    onSuccess: onClose,
  })
  return (
    <DeletionDialog
      what={`game ${game.name}`}
      error={error && `Error: ${messageOf(error, 'Unknown error')}`}
      onConfirm={() => run(game.id)}
      onClose={onClose}
    />
  )
}
