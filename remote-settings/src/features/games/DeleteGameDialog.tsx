import { useState } from 'react'
import {
  isSessionOver,
  messageOf,
  showToast,
  Typography,
  useQueryClient,
  useWrite,
} from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts/game'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { deleteGame, readAgainAfter } from './api'

export function DeleteGameDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const client = useQueryClient()
  const { mutateAsync } = useWrite(deleteGame)
  const [error, setError] = useState<string | null>(null)

  const confirm = async () => {
    setError(null)
    try {
      await mutateAsync(game.id)
    } catch (failure) {
      if (!isSessionOver(failure)) setError(`Error: ${messageOf(failure, 'Unknown error')}`)
      readAgainAfter(client, failure)
      return
    }
    showToast('Game deleted successfully')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Confirm Deletion"
      confirmLabel="Delete"
      destructive
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{`Are you sure you want to delete game ${game.name}?`}</Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
