import { useState } from 'react'
import { Global } from '@emotion/react'
import { currentConnection } from '../../client/connect'
import { screenUser } from '../../client/storedSession'
import { counted, countedOf } from '../../domain/texts'
import { formatDateTime } from '../../domain/instants'

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
  if (arriving) return `${rows}; the rest was still loading`
  if (more) return `${isCut ? rows : `the first ${rows}`}; there are more`
  return isCut ? rows : null
}

/**
 * Prints `text` in the top margin of every page except the first, whose content already shows it, and the
 * page number in the bottom margin, if the browser can print in margins.
 */
export const PrintedHead = ({ side, text }: { side: 'left' | 'right'; text: string }) => (
  <Global
    styles={{
      '@page': {
        margin: '15mm',
        font: '12px Roboto',
        // JSON and CSS escape quotes and backslashes the same way
        [`@top-${side}`]: { content: JSON.stringify(text) },
        '@bottom-right': { content: '"Page " counter(page) " of " counter(pages)' },
      },
      '@page :first': { [`@top-${side}`]: { content: 'none' } },
    }}
  />
)

/** A table with this many columns or more is printed in landscape. */
export const LANDSCAPE_MIN_COLUMNS = 6
export const LANDSCAPE_PAGES = <Global styles={{ '@page': { size: 'landscape' } }} />

interface Props {
  count: number
  total: number
  part: string | null
  span: number
}

/** The foot of each printed page. */
export function PrintedFoot({ count, total, part, span }: Props) {
  const [words] = useState(() => [
    formatDateTime(new Date(), currentConnection().timeZone),
    screenUser()?.userName,
  ])
  const extent = part === null ? countedOf(count, total, 'row') : `${part[0]!.toUpperCase()}${part.slice(1)}`
  return (
    <tfoot>
      <tr>
        <td colSpan={span}>{[extent, ...words].filter(Boolean).join(' · ')}</td>
      </tr>
    </tfoot>
  )
}
