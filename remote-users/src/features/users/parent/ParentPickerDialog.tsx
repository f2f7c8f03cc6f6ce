import { useMemo, useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useCurrentUser, useListRows } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { FormDialog } from '@console/shared-kernel/form'
import { canCreateUnder, LEVELS, matcher } from '@console/shared-kernel/rules'
import { useUsers } from '../api'
import { UserPicker } from '../UserPicker'
import { isOtherParent } from '../model'

export const PARENT_LEVELS = LEVELS.filter((level) => canCreateUnder({ level }))

const OWN_ACCOUNT = 'Tu cuenta'

/** Adds the viewer, found by name or as 'Tu cuenta', before the others. */
export const withViewer = (viewer: User, found: readonly User[], search: string): readonly User[] =>
  matcher(search)(viewer.userName, OWN_ACCOUNT) ? [viewer, ...found] : found

interface Props {
  onChoose: (parent: User) => void
  onClose: () => void
}

/** The parent decides the new user's level and country. */
export function ParentPickerDialog({ onChoose, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list: users } = useUsers(viewer)
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  const { rows, view, current, settled } = useListRows(users, {
    sort: { key: 'userName', direction: 'asc' },
    search,
    searchIn: 'name',
    filter: { levels: PARENT_LEVELS, except: viewer.userId },
  })
  const searched = view?.search ?? ''
  const found = useMemo(() => withViewer(viewer, rows, searched), [viewer, rows, searched])

  const proceed = async () => {
    const parent = [viewer, ...(users?.rows ?? [])].find(({ userId }) => userId === chosenId)
    // the list may have been refetched while the dialog is open
    if (parent && (parent === viewer || isOtherParent(parent, viewer))) onChoose(parent)
    else setError('Usuario padre no encontrado')
  }
  return (
    <FormDialog
      title="Seleccionar Usuario Padre"
      submitLabel="Continuar"
      cancelLabel="Cancelar"
      changed={false}
      canSubmit={chosenId !== null}
      error={error}
      onSubmit={proceed}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          El usuario padre determina el nivel y los permisos del nuevo usuario.
        </Typography>
        <UserPicker
          searchLabel="Buscar usuario"
          listLabel="Usuarios padre"
          empty="Ningún usuario coincide con la búsqueda."
          search={search}
          onSearch={setSearch}
          users={found}
          current={current}
          settled={async () => withViewer(viewer, await settled(), search)}
          chosenId={chosenId}
          onChoose={(userId) => {
            setChosenId(userId)
            setError(null)
          }}
          nameOf={(user) => (user.userId === viewer.userId ? OWN_ACCOUNT : user.userName)}
        />
      </Stack>
    </FormDialog>
  )
}
