import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { LevelChip, Stack, Typography, useCurrentUser, useQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { searchIndex } from '@console/shared-kernel/domain/search'
import { FormDialog } from '@console/shared-kernel/form'
import { OptionList, SearchField } from '@console/shared-kernel/table'
import { usersQuery } from '../api'
import { otherParents, OWN_ACCOUNT, withViewer } from './model'

interface Props {
  onChoose: (parent: User) => void
  onClose: () => void
}

/** Asks under whom a new user is to stand, which settles the new user's level and country. */
export function ParentPickerDialog({ onChoose, onClose }: Props) {
  const viewer = useCurrentUser()
  const { data } = useQuery(usersQuery(viewer))
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)

  const others = useMemo(() => otherParents(data?.users ?? [], viewer), [data, viewer])
  const searched = useDeferredValue(search)
  const searchOthers = useMemo(() => searchIndex(others, ({ userName }) => userName), [others])
  const found = useMemo(
    () => withViewer(viewer, searchOthers(searched), searched),
    [viewer, searchOthers, searched],
  )

  const choose = (id: number | null) => {
    setChosenId(id)
    setError(null)
  }
  /** From the search: down into the list, or Enter to choose the first one found and, again, to go on. */
  const onSearchKey = (event: KeyboardEvent<HTMLElement>) => {
    const isDown = event.key === 'ArrowDown'
    if (event.nativeEvent.isComposing || (!isDown && event.key !== 'Enter')) return
    // not out of `found`, which may be that of the letter before
    const [first] = withViewer(viewer, searchOthers(search), search)
    if (chosenId === null && first) choose(first.userId)
    else if (!isDown) event.currentTarget.closest('form')?.requestSubmit()
    if (!isDown) return
    event.preventDefault()
    list.current?.focus()
  }
  const goOn = async () => {
    const parent = [viewer, ...others].find(({ userId }) => userId === chosenId)
    // the list may have been read again since
    if (parent) onChoose(parent)
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
          empty="Ningún usuario coincide con la búsqueda."
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
