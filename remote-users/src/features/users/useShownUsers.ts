import { useMemo } from 'react'
import { useNameRanking } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { userSearch } from '@console/shared-kernel/domain/search'
import { inOrder, isSortedByName, userOrders } from '@console/shared-kernel/domain/sorting'
import type { Sort } from '@console/shared-kernel/table'
import type { UserList } from './api'

const namesOf = ({ userName, countryName }: User) => [userName, countryName ?? '']

/** The users in order, and those of them that a search finds, at once also where there are 100,000. */
export function useShownUsers({ users, texts }: UserList, { key, direction }: Sort, search: string) {
  const { ranking, complete } = useNameRanking(users, namesOf)
  const orders = useMemo(() => userOrders(users), [users])
  const order = orders(key, direction, ranking)
  const searchIn = useMemo(() => userSearch(texts), [texts])
  const found = useMemo(() => searchIn(order, search), [searchIn, order, search])
  const sorted = useMemo(() => inOrder(users, order), [users, order])
  const shown = useMemo(
    () => (found === order ? sorted : inOrder(users, found)),
    [found, order, sorted, users],
  )
  return { sorted, shown, sorting: !complete && isSortedByName(key) }
}
