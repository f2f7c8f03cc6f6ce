import { useCallback, useMemo } from 'react'
import { useNameRanking, usePrepared } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { foldingTexts, searchUsers } from '@console/shared-kernel/domain/search'
import { sortUsers } from '@console/shared-kernel/domain/sorting'
import type { Sort } from '@console/shared-kernel/table'

/** The users in order, and those of them that a search finds, at once also where there are 100,000. */
export function useShownUsers(users: readonly User[], { key, direction }: Sort, query: string) {
  const names = useMemo(
    () => users.flatMap(({ userName, countryName }) => [userName, countryName ?? '']),
    [users],
  )
  const { ranking, complete } = useNameRanking(names)
  const { value: texts } = usePrepared(
    users.length,
    useCallback(() => foldingTexts(users), [users]),
  )
  const sorted = useMemo(() => sortUsers(users, key, direction, ranking), [users, key, direction, ranking])
  const shown = useMemo(() => [...searchUsers(sorted, query, texts ?? undefined)], [sorted, query, texts])
  return { sorted, shown, sorting: !complete }
}
