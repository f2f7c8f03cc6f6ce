import { useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LevelChip } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { OptionList, SearchField } from '@console/shared-kernel/table'

interface Props {
  searchLabel: string
  listLabel: string
  /** Shown if the search finds nothing. */
  empty: string
  search: string
  onSearch: (text: string) => void
  users: readonly User[]
  /** False while `users` are the results of an earlier search. */
  current: boolean
  /** Resolves to the results of the last search. */
  settled: () => Promise<readonly User[]>
  chosenId: number | null
  onChoose: (userId: number | null) => void
  nameOf?: (user: User) => string
}

/** Part of a form: a search field and a list of the users found. */
export function UserPicker(props: Props) {
  const { searchLabel, listLabel, empty, search, onSearch, users, current, settled } = props
  const { chosenId, onChoose, nameOf = ({ userName }) => userName } = props
  const list = useRef<HTMLDivElement>(null)

  /** Arrow down moves to the list. Enter submits the form with the only user found, or chooses the first. */
  const onSearchKey = (event: KeyboardEvent<HTMLElement>) => {
    const isDown = event.key === 'ArrowDown'
    if (event.nativeEvent.isComposing || (!isDown && event.key !== 'Enter')) return
    event.preventDefault()
    const form = event.currentTarget.closest('form')
    if (chosenId === null) void chooseFirst(isDown ? null : form)
    else if (!isDown) form?.requestSubmit()
    if (isDown) list.current?.focus()
  }
  /** Enter may be pressed before the search has its results. */
  const chooseFirst = async (form: HTMLFormElement | null) => {
    const [first, second] = await settled()
    if (first) flushSync(() => onChoose(first.userId))
    if (first && !second) form?.requestSubmit()
  }
  return (
    <>
      <SearchField
        label={searchLabel}
        value={search}
        onChange={(text) => {
          onSearch(text)
          // the chosen user may not be among the results
          onChoose(null)
        }}
        autoFocus
        fullWidth
        onKey={onSearchKey}
      />
      <OptionList
        label={listLabel}
        options={users}
        optionKey={({ userId }) => userId}
        chosen={chosenId}
        empty={current ? empty : ''}
        ref={list}
        onChoose={({ userId }) => onChoose(userId)}
        renderOption={(user) => (
          <Stack direction="row" sx={{ flex: 1, minWidth: 0, gap: 2, justifyContent: 'space-between' }}>
            <Typography variant="body2" noWrap sx={{ lineHeight: 2 }}>
              {nameOf(user)}
            </Typography>
            <LevelChip level={user.level} />
          </Stack>
        )}
      />
    </>
  )
}
