import { useMemo, useState } from 'react'
import { currentConnection, useQueryClient, useSearchParams } from '@console/shared-kernel/core'
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

  const filters = useMemo(() => {
    const read = readFilters(params, defaults, definition)
    return ready ? { ...read, selection: cascade.settle(read.selection) } : read
  }, [params, defaults, definition, cascade, ready])
  const [searches, setSearches] = useState<readonly Search[]>(() =>
    asksToRun(params) ? [{ filters, number: 1 }] : [],
  )

  const change = (changes: Partial<ReportFilters>) =>
    setParams((before) => writeFilters(before, { ...filters, ...changes }, defaults), REPLACE)

  const search = (asked: ReportFilters) => {
    // the one before stays, for a search that is cancelled
    const before = searches.slice(-1)
    setSearches([...before, { filters: asked, number: (before[0]?.number ?? 0) + 1 }])
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
    cancel: () => setSearches(searches.slice(0, -1)),
    clear: () => {
      setDefaults(defaultFilters(now()))
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
