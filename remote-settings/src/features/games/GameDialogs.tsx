import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts'

const AddGameDialog = lazyWithRetry(async () => (await import('./AddGameDialog')).AddGameDialog)
const DeleteGameDialog = lazyWithRetry(async () => (await import('./DeleteGameDialog')).DeleteGameDialog)

/** At most one is open. */
export type GameDialog = { kind: 'add' } | { kind: 'delete'; game: Game }

interface Props {
  dialog: GameDialog
  onAdded: (name: string) => void
  onClose: () => void
}

export function GameDialogs({ dialog, onAdded, onClose }: Props) {
  if (dialog.kind === 'add') return <AddGameDialog onAdded={onAdded} onClose={onClose} />
  return <DeleteGameDialog game={dialog.game} onClose={onClose} />
}
