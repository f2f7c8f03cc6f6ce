import { useQuery } from '@tanstack/react-query'
import { hierarchyName, type Activity } from '@console/shared-kernel/contracts'
import { usableList } from '@console/shared-kernel/core'
import { machinesQuery, peopleQuery } from './api'
import type { ActivityFilters, FilterNames } from './model'

/** @param rows for the names of users and machines that are no longer in the lists */
export function useFilterNames(
  { who, whom, machine }: ActivityFilters,
  rows: readonly Activity[],
): FilterNames {
  const people = usableList(useQuery(peopleQuery))?.rows ?? []
  const machines = usableList(useQuery(machinesQuery))?.rows ?? []
  const listed = (id: string) => {
    const found = id === '' ? undefined : people.find(({ userId }) => String(userId) === id)
    return found && hierarchyName(found)
  }
  const isMachine = (id: string | null | undefined) => id?.toLowerCase() === machine.toLowerCase()
  return {
    who: listed(who) ?? rows.find(({ actor }) => String(actor?.userId) === who)?.actor?.userName,
    whom:
      listed(whom) ??
      rows.find(({ subject }) => subject?.type === 'user' && String(subject.userId) === whom)?.subject?.name,
    machine:
      machines.find(({ id }) => isMachine(id))?.name ??
      rows.find(({ subject }) => isMachine(subject?.machineId))?.subject?.name,
  }
}
