import { counted, countedOf } from '../../domain/countText'

/** All rows are printed, up to what a browser can take. */
export const MAX_PRINTED_ROWS = 5000

interface Extent {
  count: number
  loading: boolean
  arriving: boolean
  more: boolean
}

/** What of the table is on paper; null for all of it. */
export function printedPart({ count, loading, arriving, more }: Extent): string | null {
  if (loading) return 'no rows: the list was still on its way'
  const isCut = count > MAX_PRINTED_ROWS
  const rows = isCut ? `the first ${countedOf(MAX_PRINTED_ROWS, count, 'row')}` : counted(count, 'row')
  if (arriving) return `${rows} that had arrived; others were on their way`
  if (more) return `${isCut ? rows : `the first ${rows}`}; there are more`
  return isCut ? rows : null
}
