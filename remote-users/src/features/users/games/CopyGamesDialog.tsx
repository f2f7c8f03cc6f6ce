import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import {
  LevelChip,
  messageOf,
  useCurrentUser,
  useListRows,
  useSingleFlight,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { Dialog } from '@console/shared-kernel/form'
import { OptionList, SearchField } from '@console/shared-kernel/table'
import { useUsers } from '../api'
import { readGameSettings } from './api'

interface Props {
  /** Who is to get the games. */
  forUser: User
  onCopy: (gameIds: readonly number[], from: User) => void
  onClose: () => void
}

/** Chooses a user whose games are taken over. */
export function CopyGamesDialog({ forUser, onCopy, onClose }: Props) {
  const viewer = useCurrentUser()
  const { list } = useUsers(viewer)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<User | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useSingleFlight()
  const titleId = useId()

  const { rows, current } = useListRows(list, {
    sort: { key: 'userName', direction: 'asc' },
    search,
    searchIn: 'name',
    filter: { except: viewer.userId },
  })
  const others = useMemo(() => rows.filter(({ userId }) => userId !== forUser.userId), [rows, forUser])

  const choose = (user: User | null) => {
    setChosen(user)
    setError(null)
  }
  const copy = async (from: User) => {
    try {
      onCopy((await readGameSettings(from.userId)).selectedGameIds, from)
    } catch (failure) {
      setError(`Failed to load configuration: ${messageOf(failure, 'Unknown error')}`)
    }
  }
  const copyChosen = (from = chosen) => {
    if (from) void run(() => copy(from))
  }
  const onSearchKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const [first, second] = others
    if (first && !second && current) choose(first)
    copyChosen(first && !second && current ? first : chosen)
  }
  return (
    <Dialog onClose={() => !busy && onClose()} maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`Copy games to ${forUser.userName}`}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            The games of the user chosen here replace those ticked in the form. Nothing is saved yet.
          </Typography>
          <SearchField
            label="Search users"
            value={search}
            onChange={(text) => {
              setSearch(text)
              choose(null)
            }}
            autoFocus
            fullWidth
            onKey={onSearchKey}
          />
          <OptionList
            label="Users"
            options={others}
            optionKey={({ userId }) => userId}
            chosen={chosen?.userId ?? null}
            empty={current ? 'No user matches the search.' : ''}
            onChoose={choose}
            renderOption={(user) => (
              <>
                <Typography variant="body2" noWrap sx={{ lineHeight: 2 }}>
                  {user.userName}
                </Typography>
                <LevelChip level={user.level} />
              </>
            )}
          />
          {error && (
            <Alert severity="error" role="alert">
              {error}
            </Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!chosen} loading={busy} onClick={() => copyChosen()}>
          Copy games
        </Button>
      </DialogActions>
    </Dialog>
  )
}
