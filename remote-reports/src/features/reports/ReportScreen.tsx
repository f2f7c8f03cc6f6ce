import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { lazyWithRetry, Screen, ScreenHeader } from '@console/shared-kernel/core'
import { useVisit } from '@console/shared-kernel/view'
import { reportQuery } from './api'
import { useCascade, type LoadedCascade } from './cascade/useCascade'
import type { ReportDefinition } from './definitions'
import { FiltersCard } from './filters/FiltersCard'
import { isStorableQuery, searchOfQuery } from './filters/filters'
import { useReportFilters } from './filters/useReportFilters'
import { emptyResult } from './results/reportResult'
import { ResultsPanel } from './results/ResultsPanel'
import { SavedViews } from './views/SavedViews'

const StartView = lazyWithRetry(async () => (await import('./views/StartView')).StartView)

interface Props {
  definition: ReportDefinition
}

export function ReportScreen({ definition }: Props) {
  const hierarchy = useCascade()
  return <Report key={useVisit()} definition={definition} hierarchy={hierarchy} />
}

/** A stable function that calls the latest callback, so that the fields that use it rerender less often. */
function useEventCallback(callback: (name: string) => void) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((name: string) => latest.current(name), [])
}

function Report({ definition, hierarchy }: Props & { hierarchy: LoadedCascade }) {
  const view = useReportFilters(definition, hierarchy)
  const { search, isWaiting, canSearch } = view
  const results = useRef<HTMLElement>(null)
  /** Shown if filters and results do not fit on one screen. */
  const foldButton = useRef<HTMLButtonElement>(null)
  const [expanded, setExpanded] = useState(false)
  const answer = useQuery({
    ...reportQuery(definition, search ?? { filters: view.defaults, number: 0 }),
    enabled: search !== null,
  })
  const queryType = (search?.filters ?? view.defaults).queryType
  // a failed search replaces the earlier result
  const result = useMemo(
    () => (answer.isError ? emptyResult(queryType) : (answer.data ?? null)),
    [answer.isError, answer.data, queryType],
  )
  const hasResults = search !== null || isWaiting
  // an invalid filter or a failed list must stay visible
  const canFold = hasResults && canSearch && !hierarchy.failed

  /** Scrolls to the results and focuses them, if the filters can fold. */
  const showResults = () => {
    setExpanded(false)
    requestAnimationFrame(() => {
      if (foldButton.current?.offsetParent == null) return
      results.current?.focus({ preventScroll: true })
      results.current?.scrollIntoView({ block: 'start' })
    })
  }
  const navigate = useNavigate()
  const onRange = useEventCallback((name: string) => {
    view.runRange(name)
    showResults()
  })
  return (
    <Screen long actions={['export']}>
      <ScreenHeader
        title={definition.title}
        actions={
          <SavedViews
            definition={definition}
            view={view}
            cascade={hierarchy.cascade}
            onOpen={(query) => {
              // opened by its address, which shows the unknown filter, as when the find box opens it
              if (!isStorableQuery(query)) return void navigate(searchOfQuery(query))
              view.open(query)
              showResults()
            }}
          />
        }
      />
      <FiltersCard
        definition={definition}
        hierarchy={hierarchy}
        view={view}
        searching={isWaiting || (search !== null && answer.isFetching)}
        fold={canFold ? { folded: !expanded, toggle: () => setExpanded(!expanded) } : null}
        foldButton={foldButton}
        onSearch={() => {
          view.run()
          showResults()
        }}
        onRange={onRange}
      />
      {!hasResults && <StartView definition={definition} hierarchy={hierarchy} view={view} />}
      {hasResults && (
        <ResultsPanel
          ref={results}
          definition={definition}
          search={search ?? { filters: view.filters, number: 0 }}
          view={view}
          hierarchy={hierarchy}
          result={result}
          failure={answer.error}
        />
      )}
    </Screen>
  )
}
