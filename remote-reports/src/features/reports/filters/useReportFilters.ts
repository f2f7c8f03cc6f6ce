import { useMemo, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { currentConnection } from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/rules'
import { useViewState } from '@console/shared-kernel/table'
import { reportKey, toParameters, type Search } from '../api'
import type { Field, Selection } from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { comparePart, unknownComparePart, type ComparisonName } from './comparisons'
import {
  defaultFilters,
  hasDefaultPeriod,
  isReversed,
  isValidMoment,
  hasSelection,
  queryOf,
  reportPart,
  resolveView,
  unknownKeysPart,
  withoutNames,
  type InvalidFilters,
  type ReportFilters,
  type ReportView,
} from './filters'
import { quickRange, type Period } from './ranges'

const FLASH_MS = 300

const isSearchable = ({ filters, invalid }: ReportView): boolean =>
  !isReversed(filters) && Object.keys(invalid).length === 0

/** A fixed day or time ends the relation to today. */
const FIXED = ['range', 'dateFrom', 'dateTo', 'timeFrom', 'timeTo']

const readNow = () => nowIn(currentConnection().timeZone)

const eachMinute = (onMinute: () => void) => {
  const timer = setInterval(onMinute, 60_000)
  return () => clearInterval(timer)
}
/** The day in the report zone: a screen may stay open past midnight. */
const useToday = (): string => useSyncExternalStore(eachMinute, () => readNow().day)

/**
 * Filters as the address holds them, and the search that was last asked for with some of them.
 * For one visit: a search that an address asks for is asked for when its screen is mounted.
 */
export function useReportFilters(definition: ReportDefinition, { cascade, ready, failed }: LoadedCascade) {
  const queryClient = useQueryClient()
  /** What quick ranges are counted from: the time of this visit, of the last quick range, or of the last search. */
  const [now, setNow] = useState(readNow)
  const [defaults, setDefaults] = useState(() => defaultFilters(now))
  const [flashing, setFlashing] = useState(false)
  const parts = useMemo(
    () => ({
      report: reportPart(defaults, now, definition),
      compare: comparePart,
      unknownCompare: unknownComparePart,
      strays: unknownKeysPart,
    }),
    [defaults, now, definition],
  )
  const [{ report, compare, unknownCompare, strays }, set] = useViewState(parts)
  const isChecked = ready || failed
  const view = useMemo(() => {
    const held = report ?? { filters: defaults, invalid: {}, run: false }
    // without a hierarchy no id is known to be there
    return isChecked ? resolveView(held, cascade.resolveSelection) : held
  }, [report, defaults, cascade, isChecked])
  const { filters, invalid } = view
  const isToday = useToday() === defaults.dateFrom
  /** What a saved view keeps. Days that were left as they were at first are today's, whenever it is opened. */
  const kept = isToday && hasDefaultPeriod(filters, defaults) ? { ...filters, range: 'today' } : filters
  const searchable = strays.length === 0 && unknownCompare === null && isSearchable(view)

  /** Goes on from the time of this visit, so that no search is answered with what an earlier one found. */
  const [number, setNumber] = useState(() => Date.now())
  const [searches, setSearches] = useState<readonly Search[]>([])
  const search = (asked: ReportFilters) => {
    setNumber(number + 1)
    // the one before stays, for a search that is cancelled
    setSearches([...searches.slice(-1), { filters: asked, number: number + 1 }])
  }
  /** A search by address or saved view waits until it is known whether its filters contradict each other. */
  const [asks, setAsks] = useState(() => view.run)
  const waits = asks && view.run
  if (waits && (isChecked || !hasSelection(view))) {
    setAsks(false)
    if (searchable) search(filters)
  }

  const show = (shown: ReportFilters, stillInvalid: InvalidFilters, run = false) =>
    set.report({ filters: shown, invalid: stillInvalid, run })
  const change = (changes: Partial<Omit<ReportFilters, 'selection'>>) =>
    show({ ...filters, ...changes }, withoutNames(invalid, Object.keys(changes)))
  const last = searches.at(-1) ?? null
  const run = (asked: ReportView) => {
    setAsks(false)
    const range = quickRange(asked.filters.range)
    const at = readNow()
    if (range) setNow(at)
    const ran = range ? { ...asked.filters, ...range.of(at) } : asked.filters
    search(ran)
    show(ran, asked.invalid, true)
  }

  return {
    filters,
    invalid,
    defaults,
    flashing,
    compare,
    setCompare: (name: ComparisonName | '') => set.compare(name),
    /** Null until the first Search, after Clear, and where the first one was cancelled. */
    search: last,
    /** A search waits for the hierarchy. */
    waits,
    /** The filters are others than those of the results. */
    changed:
      last !== null &&
      (Object.keys(invalid).length > 0 ||
        JSON.stringify(toParameters(definition, filters)) !==
          JSON.stringify(toParameters(definition, last.filters))),
    reversed: isReversed(filters),
    searchable,
    /** Keys of the address that mean nothing here. */
    strays,
    dropStrays: () => set.strays(strays),
    /** What the address names in the place of a comparison; null where that is one, or there is none. */
    unknownCompare,
    change,
    changeRange: (name: string) => {
      const at = readNow()
      setNow(at)
      const period = quickRange(name)!.of(at)
      show({ ...filters, ...period, range: name }, withoutNames(invalid, FIXED))
    },
    /** @param fields those that were chosen or cleared: an invalid one stays until it is corrected itself */
    changeSelection: (selection: Selection, fields: readonly Field[]) =>
      show({ ...filters, selection }, withoutNames(invalid, fields)),
    /** @param text what was typed or chosen: 'YYYY-MM-DD' or 'HH:MM' where it is a value */
    changeMoment: (name: keyof Period, text: string) => {
      if (isValidMoment(name, text)) change({ [name]: text, range: null })
      else show({ ...filters, range: null }, { ...withoutNames(invalid, ['range']), [name]: text })
    },
    run: () => run(view),
    kept,
    /** The same with the comparison, as a saved view has it. */
    query: queryOf(kept, comparePart.write(compare)),
    /** Shows the filters of a saved view, and asks with them. */
    open: (query: string) => {
      const at = readNow()
      setNow(at)
      const params = new URLSearchParams(query)
      const saved = reportPart(defaults, at, definition).read(params)
      if (!saved) return
      set.strays(strays)
      set.compare(comparePart.read(params))
      if (!isChecked && hasSelection(saved)) {
        setAsks(true)
        show(saved.filters, saved.invalid, true)
        return
      }
      const resolved = isChecked ? resolveView(saved, cascade.resolveSelection) : saved
      if (isSearchable(resolved)) run(resolved)
      else show(resolved.filters, resolved.invalid)
    },
    /** Asks once more what was asked last. */
    rerun: () => search(last?.filters ?? filters),
    cancel: () => {
      setAsks(false)
      const left = searches.slice(0, -1)
      setSearches(left)
      if (left.length === 0) show(filters, invalid)
    },
    clear: () => {
      const at = readNow()
      setNow(at)
      setDefaults(defaultFilters(at))
      setAsks(false)
      setSearches([])
      set.report(null)
      set.compare('')
      set.strays(strays)
      queryClient.removeQueries({ queryKey: reportKey(definition), type: 'inactive' })
      setFlashing(true)
      setTimeout(() => setFlashing(false), FLASH_MS)
    },
  }
}

export type ReportFiltersView = ReturnType<typeof useReportFilters>
