import { useEffect, useMemo, useRef, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Activity, hierarchyName } from '@console/shared-kernel/contracts'
import { currentConnection, usableList, useCurrentUser } from '@console/shared-kernel/core'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'
import {
  activityQuery,
  countRows,
  gamesQuery,
  type LoadedPage,
  machinesQuery,
  MAX_COUNT,
  peopleQuery,
} from './api'
import type { RecordNames } from './model'
import { type ActivityFilters, type FilterNames, filtersIn, unusableFilters, withDays } from './view'

const NONE: readonly Activity[] = []

/** The filters with the days of their range, without those that only a server with a ledger understands. */
export function useUsedFilters(view: ActivityFilters, isLedger: boolean): ActivityFilters {
  const { day } = nowIn(currentConnection().timeZone)
  return useMemo(() => usedFilters(view, isLedger, day), [view, isLedger, day])
}

const usedFilters = (view: ActivityFilters, isLedger: boolean, today: string): ActivityFilters =>
  withDays(isLedger ? view : { ...view, search: '', shift: '' }, today)

/**
 * Counts the rows of saved views once the list is loaded, and again when a newer row arrives. Counts one view
 * at a time, because a user may have only a few lists in flight.
 */
export function useCounts(pages: readonly LoadedPage[] | undefined, isLedger: boolean) {
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const countOf = (query: string, signal: AbortSignal): Promise<number | null> => {
    const { day } = nowIn(currentConnection().timeZone)
    const filters = usedFilters(filtersIn(new URLSearchParams(query)), isLedger, day)
    if (unusableFilters(filters) !== '') return Promise.resolve(null)
    const counted = before.current.then(() => (signal.aborted ? null : countRows(filters, signal)))
    before.current = counted.catch(() => null)
    return counted
  }
  return { countOf, maxCount: MAX_COUNT, version: pages ? `read to ${pages[0]?.rows[0]?.id}` : '' }
}

const SEARCH_AFTER_MS = 300

/** Debounces typing: one call for the whole text, not one for each letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}

/** The rows that match the filters. For a shift all pages are loaded, because its totals need them. */
export function useActivity(filters: ActivityFilters, wholeBulks: boolean) {
  const { userId } = useCurrentUser()
  const options = activityQuery(filters, { userId, wholeBulks })
  const query = useInfiniteQuery({ ...options, enabled: unusableFilters(filters) === '' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const readsOn = filters.shift !== '' && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  return { ...query, ...useShownRows(query.data?.pages), queryKey: options.queryKey }
}

/**
 * New rows by other users are held back until requested, so that no row moves under the pointer. Further rows
 * of a bulk change that is already shown move none, so they are not held back.
 */
function useShownRows(pages: readonly LoadedPage[] | undefined) {
  const { userId } = useCurrentUser()
  const [seen, setSeen] = useState<ReadonlySet<number>>()
  const arrived = pages?.[0]?.arrived
  const all = useMemo(() => pages?.flatMap((page) => page.rows) ?? NONE, [pages])
  const rows = useMemo(() => {
    if (!arrived) return all
    const isShown = ({ id, actor }: Activity) => !arrived.has(id) || seen?.has(id) || actor?.userId === userId
    const calls = new Set(all.filter(isShown).map(({ requestId }) => requestId))
    return all.filter((row) => isShown(row) || (row.requestId !== null && calls.has(row.requestId)))
  }, [all, arrived, seen, userId])
  return { rows, newRows: { count: all.length - rows.length, onShow: () => setSeen(arrived) } }
}

/** @param rows supply the names of users and machines that are no longer in the lists */
export function useFilterNames(
  { who, whom, machine }: ActivityFilters,
  rows: readonly Activity[],
): FilterNames {
  const viewer = useCurrentUser()
  const people = usableList(useQuery(peopleQuery))?.rows
  const machines = usableList(useQuery(machinesQuery))?.rows
  return useMemo(() => {
    const listed = (id: string) => {
      const number = Number(id)
      const found = String(number) === id ? people?.find(({ userId }) => userId === number) : undefined
      return found && hierarchyName(found)
    }
    const isMachine = (id: string | null | undefined) => id?.toLowerCase() === machine.toLowerCase()
    return {
      who:
        listed(who) ??
        (who === String(viewer.userId) ? viewer.userName : undefined) ??
        rows.find(({ actor }) => String(actor?.userId) === who)?.actor?.userName,
      whom:
        listed(whom) ??
        rows.find(({ subject }) => subject?.type === 'user' && String(subject.userId) === whom)?.subject
          ?.name,
      machine:
        machines?.find(({ id }) => isMachine(id))?.name ??
        rows.find(({ subject }) => isMachine(subject?.machineId))?.subject?.name,
    }
  }, [who, whom, machine, people, machines, rows, viewer])
}

/** Names from the catalogue of games and the lists of users and machines. */
export function useRecordNames(): RecordNames {
  const games = useQuery(gamesQuery).data
  const people = usableList(useQuery(peopleQuery))?.rows
  const machines = usableList(useQuery(machinesQuery))?.rows
  return useMemo(() => {
    const gameNames = new Map(games?.map(({ id, name }) => [id, name]))
    const userNames = new Map(people?.map((user) => [user.userId, hierarchyName(user)]))
    // '' counts as no name
    return {
      game: (id) => gameNames.get(id) || undefined,
      user: (id) => userNames.get(id) || undefined,
      machine: (id) => machines?.find((machine) => machine.id === id),
      instant: (iso) => formatDateTime(iso, currentConnection().timeZone),
    }
  }, [games, people, machines])
}
