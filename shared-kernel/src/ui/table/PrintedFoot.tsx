import { useState } from 'react'
import { currentConnection } from '../../client/connect'
import { screenUser } from '../../client/storedSession'
import { countedOf } from '../../domain/texts'
import { formatDateTime } from '../../domain/instants'

interface Props {
  count: number
  total: number
  part: string | null
  span: number
}

/** At the end of each printed page. */
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
