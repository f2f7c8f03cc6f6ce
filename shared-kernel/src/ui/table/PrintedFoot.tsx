import { useState } from 'react'
import { currentConnection } from '../../client/serverConnection'
import { screenUser } from '../../client/storedSession'
import { countedOf } from '../../domain/counts'
import { formatDateTime } from '../../domain/dates'

interface Props {
  count: number
  /** Of the list, found or not. */
  total: number
  /** What the paper holds where it does not hold all rows. */
  part: string | null
  span: number
}

/** Stands at the end of each page: how much of the list this is, of when, and whose view of it. */
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
