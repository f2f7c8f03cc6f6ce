import { counted, countedOf } from '../../domain/texts'

/** All rows are printed, up to what a browser can handle. */
export const MAX_PRINTED_ROWS = 5000

interface Extent {
  count: number
  loading: boolean
  arriving: boolean
  more: boolean
}

/** The printed part of the table; null for all rows. */
export function printedPart({ count, loading, arriving, more }: Extent): string | null {
  if (loading) return 'no rows: the list was still loading'
  const isCut = count > MAX_PRINTED_ROWS
  const rows = isCut ? `the first ${countedOf(MAX_PRINTED_ROWS, count, 'row')}` : counted(count, 'row')
  if (arriving) return `${rows}; others were still loading`
  if (more) return `${isCut ? rows : `the first ${rows}`}; there are more`
  return isCut ? rows : null
}
