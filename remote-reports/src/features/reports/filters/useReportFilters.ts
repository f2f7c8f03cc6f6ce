import { useMemo, useState } from 'react'
import {
  currentConnection,
  NavigationType,
  useNavigationType,
  useQueryClient,
  useSearchParams,
} from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/domain/dates'
import { reportKey, type Search } from '../api'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import {
  asksToRun,
  defaultFilters,
  isReversed,
  readFilters,
  withoutFilters,
  writeFilters,
  type Period,
  type ReportFilters,
} from './filters'

/** What a field for a day holds that is no day; the filter keeps its last one meanwhile. */
export type WrongDays = Partial<Record<keyof Period, true>>

/** What an address asks for by itself, if anything. */
const searchesOf = (params: URLSearchParams, filters: ReportFilters, number: number): Search[] =>
  asksToRun(params) && !isReversed(filters) ? [{ filters, number }] : []

const FLASH_MS = 300
const REPLACE = { replace: true }

/** Filters as the address holds them, and the search that was last asked for with some of them. */
export function useReportFilters(definition: ReportDefinition, { cascade, ready }: LoadedCascade) {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const now = () => nowIn(currentConnection().timeZone)
  const [defaults, setDefaults] = useState(() => defaultFilters(now()))
  const [wrongDays, setWrongDays] = useState<WrongDays>({})
  const [flashing, setFlashing] = useState(false)
  /** Counts what sets the days from outside their fields, which then forget what is typed in them. */
  const [generation, setGeneration] = useState(0)

  const [held, setHeld] = useState(() => readFilters(params, defaults, definition))
  /** Goes on from the time of this visit, so that no search is answered with what an earlier one found. */
  const [number, setNumber] = useState(() => Date.now())
  const [searches, setSearches] = useState<readonly Search[]>(() => searchesOf(params, held, number))

  // the address follows the filters, but for what somebody else has written into it: a link, back, forward
  const ownChange = useNavigationType() === NavigationType.Replace
  const [followed, setFollowed] = useState(params)
  if (followed !== params) {
    setFollowed(params)
    if (!ownChange) {
      const read = readFilters(params, defaults, definition)
      setHeld(read)
      setNumber(number + 1)
      setSearches(searchesOf(params, read, number + 1))
    }
  }
  const filters = useMemo(
    () => (ready ? { ...held, selection: cascade.settle(held.selection) } : held),
    [held, cascade, ready],
  )

  const change = (changes: Partial<ReportFilters>) => {
    const changed = { ...filters, ...changes }
    setHeld(changed)
    setParams((before) => writeFilters(before, changed, defaults), REPLACE)
  }

  const search = (asked: ReportFilters) => {
    setNumber(number + 1)
    // the one before stays, for a search that is cancelled
    setSearches([...searches.slice(-1), { filters: asked, number: number + 1 }])
  }

  return {
    filters,
    defaults,
    generation,
    flashing,
    /** Null until the first Search, after Clear, and where the first one was cancelled. */
    search: searches.at(-1) ?? null,
    reversed: isReversed(filters),
    searchable: !isReversed(filters) && Object.keys(wrongDays).length === 0,
    change,
    changePeriod: (period: Period) => {
      setWrongDays({})
      setGeneration(generation + 1)
      change(period)
    },
    /** @param day null while the field holds none */
    changeDay: (field: 'dateFrom' | 'dateTo', day: string | null) => {
      const { [field]: _, ...others } = wrongDays
      setWrongDays(day === null ? { ...others, [field]: true } : others)
      if (day !== null) change({ [field]: day })
    },
    run: () => {
      search(filters)
      setParams((before) => writeFilters(before, filters, defaults, true), REPLACE)
    },
    /** Asks once more what was asked last. */
    rerun: () => search(searches.at(-1)?.filters ?? filters),
    cancel: () => {
      const left = searches.slice(0, -1)
      setSearches(left)
      if (left.length === 0) setParams((before) => writeFilters(before, filters, defaults), REPLACE)
    },
    clear: () => {
      const anew = defaultFilters(now())
      setDefaults(anew)
      setHeld(anew)
      setWrongDays({})
      setGeneration(generation + 1)
      setSearches([])
      setParams(withoutFilters, REPLACE)
      queryClient.removeQueries({ queryKey: reportKey(definition), type: 'inactive' })
      setFlashing(true)
      setTimeout(() => setFlashing(false), FLASH_MS)
    },
  }
}

export type ReportFiltersView = ReturnType<typeof useReportFilters>
