import { SelectionActions } from '@console/shared-kernel/bulk'
import { lazyWithRetry, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canConfigureGames } from '@console/shared-kernel/rules'
import type { useSelection } from '@console/shared-kernel/table'

const BulkBlockDialog = lazyWithRetry(async () => (await import('./BulkBlockDialog')).BulkBlockDialog)
const CopySettingsDialog = lazyWithRetry(
  async () => (await import('./CopySettingsDialog')).CopySettingsDialog,
)

interface Props {
  selection: ReturnType<typeof useSelection<User>>
  shown: readonly User[]
}

export function UserSelection({ selection, shown }: Props) {
  const viewer = useCurrentUser()
  return (
    <SelectionActions
      noun="user"
      selection={selection}
      shown={shown}
      actions={[
        ...(canConfigureGames(viewer)
          ? [
              {
                label: 'Copy game settings...',
                dialog: (onClose: () => void, selected: readonly User[]) => (
                  <CopySettingsDialog users={selected} onClose={onClose} />
                ),
              },
            ]
          : []),
        {
          label: 'Block...',
          dialog: (onClose, selected) => <BulkBlockDialog users={selected} blocked onClose={onClose} />,
        },
        {
          label: 'Unblock...',
          dialog: (onClose, selected) => (
            <BulkBlockDialog users={selected} blocked={false} onClose={onClose} />
          ),
        },
      ]}
    />
  )
}
