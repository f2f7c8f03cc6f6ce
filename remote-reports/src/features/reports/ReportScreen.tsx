import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Screen, ScreenHeader } from '@console/shared-kernel/core'
import { useVisit } from '@console/shared-kernel/table'
import { reportQuery } from './api'
import { useCascade, type LoadedCascade } from './cascade/useCascade'
import type { ReportDefinition } from './definitions'
import { FiltersCard } from './filters/FiltersCard'
import { useReportFilters } from './filters/useReportFilters'
import { emptyOutcome } from './results/outcome'
import { ResultsPanel } from './results/ResultsPanel'

interface Props {
  definition: ReportDefinition
}

/** A money report: filters, and what was found with them. */
export function ReportScreen({ definition }: Props) {
  const hierarchy = useCascade()
  return <Report key={useVisit()} definition={definition} hierarchy={hierarchy} />
}

function Report({ definition, hierarchy }: Props & { hierarchy: LoadedCascade }) {
  const view = useReportFilters(definition, hierarchy)
  const { search, waits } = view
  const answer = useQuery({
    ...reportQuery(definition, search ?? { filters: view.defaults, number: 0 }),
    enabled: search !== null,
  })
  const queryType = search?.filters.queryType ?? 'Total'
  // a failed search leaves nothing of what was there before
  const outcome = useMemo(
    () => (answer.isError ? emptyOutcome(queryType) : (answer.data ?? null)),
    [answer.isError, answer.data, queryType],
  )
  return (
    <Screen long>
      <ScreenHeader title={definition.title} />
      <FiltersCard
        definition={definition}
        hierarchy={hierarchy}
        view={view}
        searching={waits || (search !== null && answer.isFetching)}
      />
      {(search || waits) && (
        <ResultsPanel
          definition={definition}
          filters={search?.filters ?? view.filters}
          view={view}
          cascade={hierarchy.cascade}
          outcome={outcome}
          failed={answer.isError}
        />
      )}
    </Screen>
  )
}
