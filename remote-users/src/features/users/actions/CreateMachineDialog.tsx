import { useState } from 'react'
import Typography from '@mui/material/Typography'
import { isOutcomeUnknown, newKey, useApiMutation, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { grouped } from '@console/shared-kernel/domain'
import { canCreateMachineFor } from '@console/shared-kernel/rules'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { createPlaces } from '@console/shared-kernel/view'
import { useUsers } from '../api'
import { explainLostAnswer } from '../lostAnswers'
import { InvalidMachineOwner, machineFailureText } from '../texts'
import { createMachine } from './dialogCalls'

const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

const unknownText = (owner: Pick<User, 'version'>): string =>
  `no se ha recibido respuesta. No se sabe si se ha creado. ${owner.version === null ? 'Comprueba cuántas máquinas tiene antes de repetirlo.' : 'Repetirlo es seguro: no se crea otra.'}`

const PLAYER = 7

/** The count includes the machines of users below; only Players never have users below. */
const countText = ({ userName, level, machineCount }: User): string =>
  `Máquinas de ${userName}${level === PLAYER ? '' : ' y de usuarios a su cargo'}: ${grouped(machineCount)}`

interface LostCreation {
  key: string
  failure: unknown
}

/** Creations whose answer was lost, by user. Resent with the same key, they create no second machine. */
const lostCreationsOf = createPlaces<LostCreation>()

interface Props {
  user: User
  addressed?: boolean
  onClose: () => void
}

export function CreateMachineDialog({ user, addressed = false, onClose }: Props) {
  const viewer = useCurrentUser()
  const [lostCreations] = useState(lostCreationsOf)
  const owner = String(user.userId)
  const [lost] = useState(() => lostCreations.get(owner))
  // one machine per dialog, however often the request is sent
  const [key] = useState(() => lost?.key ?? newKey())
  const { list } = useUsers(viewer)
  // the list may have been refetched while the dialog is open
  const target = list?.rows.find(({ userId }) => userId === user.userId)
  const { run, error } = useApiMutation({
    call: async (now: User | undefined) => {
      if (!now || !canCreateMachineFor(viewer, now)) throw new InvalidMachineOwner()
      await createMachine(now, key).catch(explainLostAnswer(unknownText(now)))
    },
    successToast: () => 'Máquina creada con éxito',
    onSuccess: () => {
      lostCreations.delete(owner)
      onClose()
    },
    onError: (failure) => {
      if (isOutcomeUnknown(failure)) lostCreations.set(owner, { key, failure })
    },
  })
  const failure = error ?? lost?.failure
  return (
    <ConfirmDialog
      title={`Create machine: ${user.userName}`}
      confirmLabel="Create machine"
      addressed={addressed}
      error={failure ? machineFailureText(failure) : null}
      onConfirm={() => run(target)}
      onClose={onClose}
    >
      <Typography>{QUESTION}</Typography>
      {target && <Typography sx={{ mt: 1, color: 'text.secondary' }}>{countText(target)}</Typography>}
    </ConfirmDialog>
  )
}
