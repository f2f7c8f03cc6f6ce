import { useState } from 'react'
import Typography from '@mui/material/Typography'
import { newKey, useApiMutation, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canCreateMachineFor } from '@console/shared-kernel/rules'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { useUsers } from '../api'
import { InvalidMachineOwner, machineFailureText } from '../texts'
import { createMachine } from './api'

const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

export function CreateMachineDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const viewer = useCurrentUser()
  // one machine a dialog, however often it is sent
  const [key] = useState(newKey)
  const { list } = useUsers(viewer)
  // the list may have been refetched while the dialog is open
  const target = list?.rows.find(({ userId }) => userId === user.userId)
  const { run, error } = useApiMutation({
    call: async (owner: User | undefined) => {
      if (!owner || !canCreateMachineFor(viewer, owner)) throw new InvalidMachineOwner()
      await createMachine(owner, key)
    },
    successToast: () => 'Máquina creada con éxito',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={`Create machine: ${user.userName}`}
      confirmLabel="Create machine"
      error={error && machineFailureText(error)}
      onConfirm={() => run(target)}
      onClose={onClose}
    >
      <Typography>{QUESTION}</Typography>
    </ConfirmDialog>
  )
}
