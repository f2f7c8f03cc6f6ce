import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { currentConnection } from '@console/shared-kernel/core'
import { nowIn } from '@console/shared-kernel/rules'
import { useViewState } from '@console/shared-kernel/table'
import { reportKey, type Search } from '../api'
import type { Field, Selection } from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import {
  defaultFilters,
  isReversed,
  isValidMoment,
  reportPart,
  settleView,
  withoutNames,
  type InvalidFilters,
  type Period,
  type ReportFilters,
  type ReportView,
} from './filters'

const FLASH_MS = 300

const isSearchable = ({ filters, invalid }: ReportView): boolean =>
  !isReversed(filters) && Object.keys(invalid).length === 0

/**
 * Filters as the address holds them, and the search that was last asked for with some of them.
 * For one visit: a search that an address asks for is asked for when its screen is mounted.
 */
export function useReportFilters(definition: ReportDefinition, { cascade, ready }: LoadedCascade) {
  const queryClient = useQueryClient()
  const now = () => nowIn(currentConnection().timeZone)
  const [defaults, setDefaults] = useState(() => defaultFilters(now()))
  const [flashing, setFlashing] = useState(false)
  const parts = useMemo(() => ({ report: reportPart(defaults, definition) }), [defaults, definition])
  const [{ report }, set] = useViewState(parts)
  const view = useMemo(() => {
    const held = report ?? { filters: defaults, invalid: {}, run: false }
    return ready ? settleView(held, cascade.settle) : held
  }, [report, defaults, cascade, ready])
  const { filters, invalid } = view

  /** Goes on from the time of this visit, so that no search is answered with what an earlier one found. */
  const [number, setNumber] = useState(() => Date.now())
  const [searches, setSearches] = useState<readonly Search[]>(() =>
    view.run && isSearchable(view) ? [{ filters, number }] : [],
  )
  const search = (asked: ReportFilters) => {
    setNumber(number + 1)
    // the one before stays, for a search that is cancelled
    setSearches([...searches.slice(-1), { filters: asked, number: number + 1 }])
  }

  const show = (shown: ReportFilters, stillInvalid: InvalidFilters, run = false) =>
    set.report({ filters: shown, invalid: stillInvalid, run })
  const change = (changes: Partial<Omit<ReportFilters, 'selection'>>) =>
    show({ ...filters, ...changes }, withoutNames(invalid, Object.keys(changes)))

  return {
    filters,
    invalid,
    defaults,
    flashing,
    /** Null until the first Search, after Clear, and where the first one was cancelled. */
    search: searches.at(-1) ?? null,
    reversed: isReversed(filters),
    searchable: isSearchable(view),
    change,
    /** @param fields those that were chosen or cleared: an invalid one stays until it is corrected itself */
    changeSelection: (selection: Selection, fields: readonly Field[]) =>
      show({ ...filters, selection }, withoutNames(invalid, fields)),
    /** @param text what was typed or chosen: 'YYYY-MM-DD' or 'HH:MM' where it is a value */
    changeMoment: (name: keyof Period, text: string) => {
      if (isValidMoment(name, text)) change({ [name]: text })
      else show(filters, { ...invalid, [name]: text })
    },
    run: () => {
      search(filters)
      show(filters, invalid, true)
    },
    /** Asks once more what was asked last. */
    rerun: () => search(searches.at(-1)?.filters ?? filters),
    cancel: () => {
      const left = searches.slice(0, -1)
      setSearches(left)
      if (left.length === 0) show(filters, invalid)
    },
    clear: () => {
      setDefaults(defaultFilters(now()))
      setSearches([])
      set.report(null)
      queryClient.removeQueries({ queryKey: reportKey(definition), type: 'inactive' })
      setFlashing(true)
      setTimeout(() => setFlashing(false), FLASH_MS)
    },
  }
}

export type ReportFiltersView = ReturnType<typeof useReportFilters>
