import { useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import { hierarchyName } from '../../contracts/reportFilterNames'
import { userIdentity } from '../../contracts/user'
import type { UserFilter } from '../../lists/listKinds'
import type { ListSnapshot } from '../../lists/listEngineClient'
import { useListRows } from '../../lists/useListRows'
import { Combobox } from './Combobox'

interface Props {
  label: string
  /** The option of the empty value. */
  emptyLabel: string
  /** Undefined until it has come. */
  list: ListSnapshot<'users'> | undefined
  /** Who of them can be chosen; all where it is absent. */
  filter?: UserFilter
  /** Null for the empty value. One that is not in a list that has come counts as that. */
  userId: number | null
  onChange: (userId: number | null) => void
  /** Called before the list is needed, for those who load it only then. */
  onUse?: () => void
}

const BY_NAME = { key: 'userName', direction: 'asc' } as const

/** A field that chooses one user of a list of any length. */
export function UserCombobox({ label, emptyLabel, list, filter, userId, onChange, onUse }: Props) {
  const [used, setUsed] = useState(false)
  const [search, setSearch] = useState('')
  // of 100,000 users none is looked at before somebody opens it
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
  // who it is can be said by the list alone
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
