import type { Search } from '../api'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import type { ReportResult } from './reportResult'
import { ResultTable } from './ResultTable'
import { movementLinks } from './rowLinks'
import { TotalResults } from './TotalResults'
import type { ShownComparison } from './useComparison'

// one chunk for everything that shows results
export { ResultActions } from './ResultActions'

interface Props {
  definition: ReportDefinition
  search: Search
  hierarchy: LoadedCascade
  /** Null while searching. */
  result: ReportResult | null
  failed: boolean
  comparison: ShownComparison | null
}

export function ResultTables({ result, failed, ...rest }: Props) {
  if (!result) return null
  if (result.kind === 'totals') return <TotalResults {...rest} result={result} failed={failed} />
  return (
    <ResultTable
      title={result.type.name}
      columns={result.type.columns}
      rows={result.movements}
      links={movementLinks}
      empty={failed ? '' : 'No movements found for the selected filters'}
    />
  )
}
