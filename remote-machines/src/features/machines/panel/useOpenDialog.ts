import { useState } from 'react'
import type { Machine } from '@console/shared-kernel/contracts'
import type { MachineActionName } from '@console/shared-kernel/rules'
import type { OpenDialog } from '../machineActions'

/**
 * The dialog that the address opens, with the machine as it was when it opened: a list that is read meanwhile
 * changes nothing in it.
 *
 * @param machine undefined until it is loaded
 * @returns null also for an action that is unknown or forbidden
 */
export function useOpenDialog(
  mayOpen: (machine: Machine, action: string) => action is MachineActionName,
  { id, action, machine }: { id: string; action: string | null; machine: Machine | undefined },
): OpenDialog | null {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isOpen = dialog !== null && dialog.action === action && dialog.machine.id === id
  if (isOpen) return dialog
  if (machine && action !== null && mayOpen(machine, action)) setDialog({ action, machine })
  else if (dialog) setDialog(null)
  return null
}
