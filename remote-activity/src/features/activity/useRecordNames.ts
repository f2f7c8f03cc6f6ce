import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { hierarchyName } from '@console/shared-kernel/contracts'
import { usableList } from '@console/shared-kernel/core'
import { gamesQuery, peopleQuery } from './api'
import type { RecordNames } from './model'

/** Names from the catalogue of games and the list of users. */
export function useRecordNames(): RecordNames {
  const games = useQuery(gamesQuery).data
  const people = usableList(useQuery(peopleQuery))?.rows
  return useMemo(() => {
    const gameNames = new Map(games?.map(({ id, name }) => [id, name]))
    const userNames = new Map(people?.map((user) => [user.userId, hierarchyName(user)]))
    // '' counts as no name
    return { game: (id) => gameNames.get(id) || undefined, user: (id) => userNames.get(id) || undefined }
  }, [games, people])
}
