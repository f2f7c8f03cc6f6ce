import { messageOf, useWrite } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts/game'
import { DeletionDialog } from '@console/shared-kernel/form'
import { deleteGame, removeGame } from './api'

export function DeleteGameDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const { mutateAsync } = useWrite(deleteGame, (client, _, id) => removeGame(client, id))
  return (
    <DeletionDialog
      what={`game ${game.name}`}
      remove={() => mutateAsync(game.id)}
      done="Game deleted successfully"
      textOf={(failure) => `Error: ${messageOf(failure, 'Unknown error')}`}
      onClose={onClose}
    />
  )
}
