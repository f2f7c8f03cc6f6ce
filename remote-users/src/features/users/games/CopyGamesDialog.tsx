import { useMemo, useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { messageOf, useCurrentUser, useListRows } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { FormDialog } from '@console/shared-kernel/form'
import { useUsers } from '../api'
import { UserPicker } from '../UserPicker'
import { readGameSettings } from './api'

interface Props {
  /** The user who gets the games. */
  forUser: User
  onCopy: (gameIds: readonly number[], from: User) => void
  onClose: () => void
}

/** Chooses the user whose games are copied into the form. */
export function CopyGamesDialog({ forUser, onCopy, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list } = useUsers(viewer)
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  const { rows, current, settled } = useListRows(list, {
    sort: { key: 'userName', direction: 'asc' },
    search,
    searchIn: 'name',
    filter: { except: viewer.userId },
  })
  const others = useMemo(() => withoutUser(rows, forUser), [rows, forUser])

  const copy = async () => {
    const from = list?.rows.find(({ userId }) => userId === chosenId)
    try {
      if (from) onCopy((await readGameSettings(from.userId)).selectedGameIds, from)
      else setError('This user is no longer in the list.')
    } catch (failure) {
      setError(`Failed to load configuration: ${messageOf(failure, 'Unknown error')}`)
    }
  }
  return (
    <FormDialog
      title={`Copy games to ${forUser.userName}`}
      submitLabel="Copy games"
      maxWidth="xs"
      changed={false}
      canSubmit={chosenId !== null}
      error={error}
      onSubmit={copy}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The games of the user chosen here replace those ticked in the form. Nothing is saved yet.
        </Typography>
        <UserPicker
          searchLabel="Search users"
          listLabel="Users"
          empty="No user matches the search."
          search={search}
          onSearch={setSearch}
          users={others}
          current={current}
          settled={async () => withoutUser(await settled(), forUser)}
          chosenId={chosenId}
          onChoose={(userId) => {
            setChosenId(userId)
            setError(null)
          }}
        />
      </Stack>
    </FormDialog>
  )
}

const withoutUser = (users: readonly User[], user: User) =>
  users.filter(({ userId }) => userId !== user.userId)
