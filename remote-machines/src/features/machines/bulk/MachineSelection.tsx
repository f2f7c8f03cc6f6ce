import { SelectionActions } from '@console/shared-kernel/bulk'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import type { useSelection } from '@console/shared-kernel/table'

const BulkCreditDialog = lazyWithRetry(async () => (await import('./BulkCreditDialog')).BulkCreditDialog)
const BulkConfigDialog = lazyWithRetry(async () => (await import('./BulkConfigDialog')).BulkConfigDialog)
const BulkBlockDialog = lazyWithRetry(async () => (await import('./BulkBlockDialog')).BulkBlockDialog)

interface Props {
  selection: ReturnType<typeof useSelection<Machine>>
  shown: readonly Machine[]
}

export function MachineSelection({ selection, shown }: Props) {
  return (
    <SelectionActions
      noun="machine"
      selection={selection}
      shown={shown}
      actions={[
        {
          label: 'Credit...',
          main: true,
          dialog: (onClose, selected) => <BulkCreditDialog machines={selected} onClose={onClose} />,
        },
        {
          label: 'Configure...',
          dialog: (onClose, selected) => <BulkConfigDialog machines={selected} onClose={onClose} />,
        },
        {
          label: 'Block...',
          dialog: (onClose, selected) => <BulkBlockDialog machines={selected} blocked onClose={onClose} />,
        },
        {
          label: 'Unblock...',
          dialog: (onClose, selected) => (
            <BulkBlockDialog machines={selected} blocked={false} onClose={onClose} />
          ),
        },
      ]}
    />
  )
}
