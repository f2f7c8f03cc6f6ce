import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LevelChip, useCurrentUser, useListRows } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { FormDialog } from '@console/shared-kernel/form'
import { OptionList, SearchField } from '@console/shared-kernel/table'
import { useUsers } from '../api'
import { isOtherParent, OWN_ACCOUNT, PARENT_LEVELS, withViewer } from './model'

interface Props {
  onChoose: (parent: User) => void
  onClose: () => void
}

/** Asks under whom a new user is to stand, which settles the new user's level and country. */
export function ParentPickerDialog({ onChoose, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list: users } = useUsers(viewer)
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)

  const { rows, view, current, settled } = useListRows(users, {
    sort: { key: 'level', direction: 'asc' },
    search,
    searchIn: 'name',
    filter: { levels: PARENT_LEVELS, except: viewer.userId },
  })
  const searched = view?.search ?? ''
  const found = useMemo(() => withViewer(viewer, rows, searched), [viewer, rows, searched])

  const choose = (id: number | null) => {
    setChosenId(id)
    setError(null)
  }
  /** From the search: down into the list, or Enter: it goes on with the only one found, or chooses the first. */
  const onSearchKey = (event: KeyboardEvent<HTMLElement>) => {
    const isDown = event.key === 'ArrowDown'
    if (event.nativeEvent.isComposing || (!isDown && event.key !== 'Enter')) return
    event.preventDefault()
    const form = event.currentTarget.closest('form')
    if (chosenId === null) void chooseFirst(isDown ? null : form)
    else if (!isDown) form?.requestSubmit()
    if (isDown) list.current?.focus()
  }
  /** The key may follow a letter before its users are there. */
  const chooseFirst = async (form: HTMLFormElement | null) => {
    const [first, second] = withViewer(viewer, await settled(), search)
    if (first) flushSync(() => choose(first.userId))
    if (first && !second) form?.requestSubmit()
  }
  const goOn = async () => {
    const parent = [viewer, ...(users?.rows ?? [])].find(({ userId }) => userId === chosenId)
    // the list may have been read again since
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
      onSubmit={goOn}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          El usuario padre determina el nivel y los permisos del nuevo usuario.
        </Typography>
        <SearchField
          label="Buscar usuario"
          value={search}
          // what is chosen must be in sight
          onChange={(text) => {
            setSearch(text)
            choose(null)
          }}
          autoFocus
          fullWidth
          onKey={onSearchKey}
        />
        <OptionList
          label="Usuarios padre"
          options={found}
          optionKey={({ userId }) => userId}
          chosen={chosenId}
          empty={current ? 'Ningún usuario coincide con la búsqueda.' : ''}
          ref={list}
          onChoose={({ userId }) => choose(userId)}
          renderOption={(user) => (
            <>
              <Typography variant="body2" noWrap sx={{ lineHeight: 2 }}>
                {user.userId === viewer.userId ? OWN_ACCOUNT : user.userName}
              </Typography>
              <LevelChip level={user.level} />
            </>
          )}
        />
      </Stack>
    </FormDialog>
  )
}
