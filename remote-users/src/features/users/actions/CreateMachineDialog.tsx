import { useState } from 'react'
import { showToast, Typography, useCurrentUser, useQuery, useWrite } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { canCreateMachineFor } from '@console/shared-kernel/domain/permissions'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { usersQuery } from '../api'
import { machineFailureText } from '../failures'
import { createMachine } from './api'

const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

export function CreateMachineDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const viewer = useCurrentUser()
  const { data } = useQuery(usersQuery(viewer))
  const { mutateAsync } = useWrite(createMachine)
  const [error, setError] = useState<string | null>(null)

  const confirm = async () => {
    // the list may have been read again since the question was asked
    const target = data?.users.find(({ userId }) => userId === user.userId)
    if (!target || !canCreateMachineFor(viewer, target)) {
      setError('Usuario inválido para crear máquina')
      return
    }
    setError(null)
    try {
      await mutateAsync(target.userId)
    } catch (failure) {
      setError(machineFailureText(failure))
      return
    }
    showToast('Máquina creada con éxito')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Create machine: ${user.userName}`}
      confirmLabel="Create machine"
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{QUESTION}</Typography>
    </ConfirmDialog>
  )
}
