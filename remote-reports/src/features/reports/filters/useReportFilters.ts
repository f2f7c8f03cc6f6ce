import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { currentConnection } from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/rules'
import { useSecondHistoryEntry, useViewState } from '@console/shared-kernel/view'
import { reportKey, toParameters, type Search } from '../api'
import type { Field, Selection } from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { comparePart, unknownComparePart, type ComparisonName } from './comparisons'
import {
  defaultFilters,
  filtersAt,
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
import type { Now, Period } from './ranges'
import { recentSearches } from './recentSearches'

const FLASH_MS = 300

const isValidView = ({ filters, invalid }: ReportView): boolean =>
  !isReversed(filters) && Object.keys(invalid).length === 0

/** A fixed day or time replaces a quick range, and vice versa. */
const RANGE_FIELDS = ['range', 'dateFrom', 'dateTo', 'timeFrom', 'timeTo']

const readNow = () => nowIn(currentConnection().timeZone)

const subscribeEachMinute = (onMinute: () => void) => {
  const timer = setInterval(onMinute, 60_000)
  return () => clearInterval(timer)
}
/** The day in the time zone of the reports; a screen may stay open past midnight. */
const useToday = (): string => useSyncExternalStore(subscribeEachMinute, () => readNow().day)

interface TimedSearch extends Search {
  /** When it started. */
  at: Now
  /** Its results have their own history entry: going back hides them. */
  inSecondEntry: boolean
}

/**
 * The last search, and the one before it, which is restored if the last one is cancelled. The first search
 * that an operator starts gets its own history entry, which later ones reuse: Back leads to the filters.
 */
function useSearches() {
  /** Starts at the time of this visit, so that no search gets a cached result of an earlier visit. */
  const [number, setNumber] = useState(() => Date.now())
  const [searches, setSearches] = useState<readonly TimedSearch[]>([])
  const { isSecond, enter } = useSecondHistoryEntry()
  const shown = searches.filter(({ inSecondEntry }) => isSecond || !inSecondEntry)
  return {
    last: shown.at(-1) ?? null,
    /** Adds that history entry for a search that starts later. */
    enter: () => {
      if (shown.length === 0) enter()
    },
    /** Returns the filters that it searches with. */
    begin: (filters: ReportFilters, at: Now, byOperator: boolean): ReportFilters => {
      const isFirst = byOperator && shown.length === 0
      if (isFirst) enter()
      const searched = filtersAt(filters, at)
      const inSecondEntry = isSecond || isFirst
      setNumber(number + 1)
      setSearches([...shown.slice(-1), { filters: searched, number: number + 1, at, inSecondEntry }])
      return searched
    },
    /** Returns the earlier search, which is now the last, if there is one. */
    cancel: (): TimedSearch | null => {
      const remaining = shown.slice(0, -1)
      setSearches(remaining)
      return remaining.at(-1) ?? null
    },
    clear: () => setSearches([]),
  }
}

/** For a moment after Clear, the hierarchy's lists look as if they were loading. */
function useFlash() {
  const [flashing, setFlashing] = useState(false)
  const flash = () => {
    setFlashing(true)
    setTimeout(() => setFlashing(false), FLASH_MS)
  }
  return { flashing, flash }
}

/** The reference time for quick ranges and the default To: of this visit, or of the last choice or search. */
function useNow() {
  const [now, setNow] = useState(readNow)
  const refreshNow = useCallback(() => {
    const at = readNow()
    setNow(at)
    return at
  }, [])
  return { now, setNow, refreshNow }
}

/** URL state. Its ids can be validated only with the hierarchy. */
function useAddress(
  definition: ReportDefinition,
  { cascade, ready, failed }: LoadedCascade,
  defaults: ReportFilters,
  now: Now,
) {
  const parts = useMemo(
    () => ({
      report: reportPart(defaults, now, definition),
      compare: comparePart,
      unknownCompare: unknownComparePart,
      unknownParams: unknownKeysPart,
    }),
    [defaults, now, definition],
  )
  const [{ report, ...others }, set] = useViewState(parts)
  const isChecked = ready || failed
  const view = useMemo(() => {
    const inAddress = report ?? { filters: defaults, invalid: {}, autoRun: false }
    return isChecked ? resolveView(inAddress, cascade.resolveSelection) : inAddress
  }, [report, defaults, cascade, isChecked])
  const show = useCallback(
    (filters: ReportFilters, invalid: InvalidFilters, autoRun = false) =>
      set.report({ filters, invalid, autoRun }),
    [set],
  )
  return { ...others, view, isChecked, set, show }
}

type Show = ReturnType<typeof useAddress>['show']

/** The functions stay the same until the filters change, so that the fields re-render only then. */
function useFields({ filters, invalid }: ReportView, show: Show, refreshNow: () => Now) {
  return useMemo(() => {
    const change = (changes: Partial<Omit<ReportFilters, 'selection'>>) =>
      show({ ...filters, ...changes }, withoutNames(invalid, Object.keys(changes)))
    return {
      change,
      /** @param names chosen or cleared; other invalid fields stay invalid */
      changeSelection: (selection: Selection, names: readonly Field[]) =>
        show({ ...filters, selection }, withoutNames(invalid, names)),
      /** @param text as typed or chosen; 'YYYY-MM-DD' or 'HH:MM' if valid */
      changeMoment: (name: keyof Period, text: string) => {
        if (!isValidMoment(name, text)) {
          show({ ...filters, range: null }, { ...withoutNames(invalid, ['range']), [name]: text })
          return
        }
        const changes = { [name]: text, range: null, ...(name === 'timeTo' && { timeToChosen: true }) }
        // the default shown may be out of date, so that From appears to be later
        if (name === 'dateTo' || isReversed({ ...filters, ...changes })) refreshNow()
        change(changes)
      },
    }
  }, [filters, invalid, show, refreshNow])
}

/**
 * The filters in the address, and the last search with its own filters. Remount it for each visit: a search that
 * the address asks for starts on mount.
 */
export function useReportFilters(definition: ReportDefinition, hierarchy: LoadedCascade) {
  const queryClient = useQueryClient()
  const { now, setNow, refreshNow } = useNow()
  const [defaults, setDefaults] = useState(() => defaultFilters(definition, now))
  const { flashing, flash } = useFlash()
  const searches = useSearches()
  const { last } = searches
  const { view, compare, unknownCompare, unknownParams, isChecked, set, show } = useAddress(
    definition,
    hierarchy,
    defaults,
    now,
  )
  const { filters, invalid } = view
  const fields = useFields(view, show, refreshNow)
  const isToday = useToday() === defaults.dateFrom
  /** For saved views and recent searches: unchanged default days are the quick range 'today'. */
  const toSavable = (chosen: ReportFilters) =>
    isToday && hasDefaultPeriod(chosen, defaults) ? { ...chosen, range: 'today' } : chosen
  const savable = toSavable(filters)
  const isKnown = unknownParams.length === 0 && unknownCompare === null
  const canSearch = isKnown && isValidView(view)

  const begin = (chosen: ReportFilters, { byOperator = true } = {}): ReportFilters =>
    searches.begin(chosen, refreshNow(), byOperator)
  /** A search from an address or a saved view waits for the hierarchy, which validates its filters. */
  const [shouldSearch, setShouldSearch] = useState(() => view.autoRun)
  const isWaiting = shouldSearch && view.autoRun
  if (isWaiting && (isChecked || !hasSelection(view))) {
    setShouldSearch(false)
    if (canSearch) begin(filters, { byOperator: false })
  }
  const resolve = (requested: ReportView): ReportView =>
    isChecked ? resolveView(requested, hierarchy.cascade.resolveSelection) : requested

  /** Searches, unless a filter is invalid. Waits for the hierarchy if only that can validate the filters. */
  const run = (requested: ReportView, canRun = isKnown) => {
    const chosen = resolve(requested)
    const canStart = canRun && isValidView(chosen)
    const mustWait = canStart && !isChecked && hasSelection(chosen)
    setShouldSearch(mustWait)
    if (canStart) recentSearches(definition).add(queryOf(toSavable(chosen.filters)))
    if (mustWait) searches.enter()
    show(canStart && !mustWait ? begin(chosen.filters) : chosen.filters, chosen.invalid, canStart)
  }

  const runRange = (name: string) =>
    run({
      filters: filtersAt({ ...filters, range: name, timeToChosen: false }, refreshNow()),
      invalid: withoutNames(invalid, RANGE_FIELDS),
      autoRun: true,
    })

  const open = (query: string) => {
    const params = new URLSearchParams(query)
    const saved = reportPart(defaults, refreshNow(), definition).read(params)
    if (!saved) return
    set.unknownParams(unknownParams)
    set.compare(comparePart.read(params))
    run(saved, true)
  }

  const cancel = () => {
    setShouldSearch(false)
    const earlier = searches.cancel()
    // the time of the results that are shown again
    if (earlier) setNow(earlier.at)
    else show(filters, invalid)
  }

  const clear = () => {
    setDefaults(defaultFilters(definition, refreshNow()))
    setShouldSearch(false)
    searches.clear()
    set.report(null)
    set.compare('')
    set.unknownParams(unknownParams)
    queryClient.removeQueries({ queryKey: reportKey(definition), type: 'inactive' })
    flash()
  }

  return {
    filters,
    invalid,
    defaults,
    flashing,
    compare,
    setCompare: (name: ComparisonName | '') => set.compare(name),
    /** Null until the first Search, after Clear, and after the first one was cancelled. */
    search: last,
    /** A search waits for the hierarchy. */
    isWaiting,
    /** The filters differ from those of the results. */
    changed:
      last !== null &&
      (Object.keys(invalid).length > 0 ||
        JSON.stringify(toParameters(definition, filters)) !==
          JSON.stringify(toParameters(definition, last.filters))),
    canSearch,
    /** Query parameters that belong to no filter. */
    unknownParams,
    dropUnknownParams: () => set.unknownParams(unknownParams),
    /** An invalid comparison in the address, or null. */
    unknownCompare,
    fields,
    savable,
    /** `savable` with the comparison, as stored in a saved view. */
    query: queryOf(savable, comparePart.write(compare)),
    /** The `query` of unchanged filters. */
    defaultQuery: queryOf(toSavable(defaults)),
    run: () => run(view),
    runRange,
    /** Shows the filters of a saved view, and searches with them. */
    open,
    /** The view that a query describes. */
    read: (query: string): ReportView | null => {
      const requested = reportPart(defaults, now, definition).read(new URLSearchParams(query))
      return requested && resolve(requested)
    },
    /** Repeats the last search. */
    refetch: () => void begin(last?.filters ?? filters),
    cancel,
    clear,
  }
}

export type ReportFiltersView = ReturnType<typeof useReportFilters>
