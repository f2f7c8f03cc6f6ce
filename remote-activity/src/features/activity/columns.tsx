import InfoIcon from '@mui/icons-material/InfoOutlined'
import RevertIcon from '@mui/icons-material/UndoOutlined'
import type { Activity } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { formatDay, whatOf, whoOf } from '@console/shared-kernel/domain'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'
import { type ListColumn, listColumns } from '@console/shared-kernel/table'
import { type RecordNames, sideText, whomOf } from './model'
import { mayRevert } from './revert/model'

/** '21-11-2026 15:35:07': a day as in the filters. */
export function whenOf({ at }: Activity): string {
  const { timeZone } = currentConnection()
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return formatDateTime(at, timeZone)
  const { day, time } = nowIn(timeZone, new Date(instant))
  // the same in every zone
  const seconds = String(new Date(instant).getUTCSeconds()).padStart(2, '0')
  return `${formatDay(day)} ${time}:${seconds}`
}

const columns = (records: RecordNames): ListColumn<Activity>[] => [
  {
    key: 'when',
    header: 'When',
    minWidth: 184,
    printedWidth: 144,
    fixed: true,
    cell: whenOf,
    narrow: { line: 1, at: 2, width: 'fit-content(50%)' },
    file: whenOf,
  },
  {
    key: 'who',
    header: 'Who',
    minWidth: 96,
    maxWidth: 220,
    printedWidth: 92,
    cell: whoOf,
    narrow: { line: 2, at: 1 },
    file: whoOf,
  },
  {
    key: 'what',
    header: 'What',
    minWidth: 120,
    maxWidth: 220,
    printedWidth: 84,
    cell: whatOf,
    narrow: { line: 1, at: 1, width: 'minmax(0, 1fr)' },
    file: whatOf,
  },
  {
    key: 'whom',
    header: 'Whom or machine',
    minWidth: 120,
    maxWidth: 240,
    printedWidth: 92,
    cell: whomOf,
    narrow: { line: 2, at: 2 },
    file: whomOf,
  },
  {
    key: 'from',
    header: 'From',
    minWidth: 130,
    printedWidth: 116,
    hideBelow: 840,
    cell: (row) => sideText(row, 'from', records),
    file: (row) => sideText(row, 'from', records),
  },
  {
    key: 'to',
    header: 'To',
    minWidth: 130,
    hideBelow: 840,
    cell: (row) => sideText(row, 'to', records),
    file: (row) => sideText(row, 'to', records),
  },
  { header: 'Reason', file: ({ reason }) => reason ?? '' },
]

interface Options {
  onOpen: (row: Activity) => void
  /** Null where the viewer can revert nothing. */
  onRevert: ((row: Activity) => void) | null
  records: RecordNames
}

export const activityColumns = ({ onOpen, onRevert, records }: Options) =>
  listColumns(columns(records), {
    name: (row) => [whatOf(row), whomOf(row)].join(' ').trim(),
    actionsOf: (row) => [
      ...(onRevert && mayRevert(row)
        ? [{ label: 'Revert', icon: <RevertIcon fontSize="small" />, onClick: () => onRevert(row) }]
        : []),
      { label: 'Details', icon: <InfoIcon fontSize="small" />, onClick: () => onOpen(row) },
    ],
    most: onRevert ? 2 : 1,
    buttonsFrom: 0,
  })
