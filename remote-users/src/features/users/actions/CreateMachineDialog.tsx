import { Typography, useCurrentUser, useQuery, useWrite } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { canCreateMachineFor } from '@console/shared-kernel/domain/permissions'
import { ConfirmDialog, useConfirmedWrite } from '@console/shared-kernel/form'
import { usersQuery } from '../api'
import { machineFailureText } from '../failures'
import { createMachine } from './api'

const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

class NoLongerPossible extends Error {}

export function CreateMachineDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const viewer = useCurrentUser()
  const { data } = useQuery(usersQuery(viewer))
  const { mutateAsync } = useWrite(createMachine)
  // the list may have been read again since the question was asked
  const target = data?.users.find(({ userId }) => userId === user.userId)
  const confirmed = useConfirmedWrite({
    write: async () => {
      if (!target || !canCreateMachineFor(viewer, target)) throw new NoLongerPossible()
      await mutateAsync(target.userId)
    },
    done: 'Máquina creada con éxito',
    textOf: (failure) =>
      failure instanceof NoLongerPossible
        ? 'Usuario inválido para crear máquina'
        : machineFailureText(failure),
    onClose,
  })
  return (
    <ConfirmDialog title={`Create machine: ${user.userName}`} confirmLabel="Create machine" {...confirmed}>
      <Typography>{QUESTION}</Typography>
    </ConfirmDialog>
  )
}
