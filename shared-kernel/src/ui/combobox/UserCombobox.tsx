import { useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import { hierarchyName } from '../../contracts/hierarchyEntries'
import { userIdentity } from '../../contracts/user'
import type { List, UserFilter } from '../../lists/listKinds'
import { useListRows } from '../../lists/useListRows'
import { Combobox } from './Combobox'

interface Props {
  label: string
  emptyLabel: string
  list: List<'users'> | undefined
  /** Limits the users that can be chosen; by default all. */
  filter?: UserFilter
  /** Null for the empty value. A user who is not in the loaded list counts as empty. */
  userId: number | null
  onChange: (userId: number | null) => void
  onUse?: () => void
}

const BY_NAME = { key: 'userName', direction: 'asc' } as const

/** Searches by name in a list of any length. While `list` is undefined, a chosen user is shown as loading. */
export function UserCombobox({ label, emptyLabel, list, filter, userId, onChange, onUse }: Props) {
  const [used, setUsed] = useState(false)
  const [search, setSearch] = useState('')
  // no list is searched before the field is used
  const found = useListRows(used ? list : undefined, {
    search,
    searchIn: 'name',
    sort: BY_NAME,
    ...(filter && { filter }),
  })
  const chosen = useMemo(
    () => list?.rows.find((user) => userIdentity(user) === userId) ?? null,
    [list, userId],
  )
  const isNameless = userId !== null && list === undefined
  const use = () => {
    setUsed(true)
    onUse?.()
  }
  return (
    <Box onFocus={use}>
      <Combobox
        label={label}
        emptyLabel={isNameless ? '' : emptyLabel}
        loading={isNameless}
        options={found.rows}
        settled={found.settled}
        current={found.current}
        busy={used && !found.current}
        optionLabel={hierarchyName}
        chosen={chosen}
        onSearch={setSearch}
        onChoose={(user) => onChange(user && userIdentity(user))}
      />
    </Box>
  )
}
