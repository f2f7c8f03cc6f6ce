import { counted, countedOf } from '../../domain/counts'

/** Paper does not scroll: all rows are drawn for it, but no more than a browser can take. */
export const MOST_PRINTED_ROWS = 5000

interface Extent {
  /** How many rows the table has. */
  count: number
  /** Nothing has come yet. */
  loading: boolean
  /** Only the first rows have come. */
  arriving: boolean
  /** The server has more, which has not been asked for. */
  more: boolean
}

/** In words, what paper holds of a table that is not all of it; null where it holds all. */
export function printedPart({ count, loading, arriving, more }: Extent): string | null {
  if (loading) return 'no rows: the list was still on its way'
  const isCut = count > MOST_PRINTED_ROWS
  const rows = isCut ? `the first ${countedOf(MOST_PRINTED_ROWS, count, 'row')}` : counted(count, 'row')
  if (arriving) return `${rows} that had arrived; others were on their way`
  if (more) return `${isCut ? rows : `the first ${rows}`}; there are more`
  return isCut ? rows : null
}
