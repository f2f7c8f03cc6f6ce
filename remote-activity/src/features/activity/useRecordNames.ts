import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { hierarchyName } from '@console/shared-kernel/contracts'
import { usableList } from '@console/shared-kernel/core'
import { gamesQuery, peopleQuery } from './api'
import type { RecordNames } from './model'

/** Names of the ids in what changed, as far as the catalogue and the list of people have them. */
export function useRecordNames(): RecordNames {
  const games = useQuery(gamesQuery).data
  const people = usableList(useQuery(peopleQuery))?.rows
  return useMemo(() => {
    const gameNames = new Map(games?.map(({ id, name }) => [id, name]))
    const userNames = new Map(people?.map((user) => [user.userId, hierarchyName(user)]))
    // a game may have no name
    return { game: (id) => gameNames.get(id) || undefined, user: (id) => userNames.get(id) || undefined }
  }, [games, people])
}
