import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'

const CreditDialog = lazyWithRetry(async () => (await import('./credit/CreditDialog')).CreditDialog)
const MachineConfigDialog = lazyWithRetry(
  async () => (await import('./config/MachineConfigDialog')).MachineConfigDialog,
)
const MachineDetailsDialog = lazyWithRetry(
  async () => (await import('./details/MachineDetailsDialog')).MachineDetailsDialog,
)

/** At most one is open; `machine` is as it was when the dialog opened. */
export interface MachineDialog {
  kind: 'credit' | 'config' | 'details'
  machine: Machine
}

export function MachineDialogs({ dialog, onClose }: { dialog: MachineDialog; onClose: () => void }) {
  const { kind, machine } = dialog
  if (kind === 'credit') return <CreditDialog machine={machine} onClose={onClose} />
  if (kind === 'config') return <MachineConfigDialog machine={machine} onClose={onClose} />
  return <MachineDetailsDialog machine={machine} onClose={onClose} />
}
