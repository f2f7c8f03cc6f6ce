import InfoIcon from '@mui/icons-material/InfoOutlined'
import type { Activity } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { type CsvColumn, formatDay } from '@console/shared-kernel/domain'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'
import { actionColumns, type Column, type FoldedRows } from '@console/shared-kernel/table'
import { type RecordNames, sideText, whatOf, whoOf, whomOf } from './model'

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

export const activityColumns = (
  onOpen: (row: Activity) => void,
  records: RecordNames,
): Column<Activity>[] => [
  { key: 'when', header: 'When', minWidth: 184, printedWidth: 144, fixed: true, cell: whenOf },
  { key: 'who', header: 'Who', minWidth: 96, maxWidth: 220, printedWidth: 92, cell: whoOf },
  { key: 'what', header: 'What', minWidth: 120, maxWidth: 220, printedWidth: 84, cell: whatOf },
  { key: 'whom', header: 'Whom or machine', minWidth: 120, maxWidth: 240, printedWidth: 92, cell: whomOf },
  {
    key: 'from',
    header: 'From',
    minWidth: 130,
    printedWidth: 116,
    hideBelow: 840,
    cell: (row) => sideText(row, 'from', records),
  },
  { key: 'to', header: 'To', minWidth: 130, hideBelow: 840, cell: (row) => sideText(row, 'to', records) },
  ...actionColumns<Activity>({
    name: (row) => [whatOf(row), whomOf(row)].join(' ').trim(),
    actionsOf: (row) => [
      { label: 'Details', icon: <InfoIcon fontSize="small" />, onClick: () => onOpen(row) },
    ],
    most: 1,
    buttonsFrom: 0,
  }),
]

export const NARROW_ROWS: FoldedRows = {
  below: 600,
  lines: ['what when', 'who whom'],
  places: 'minmax(0, 1fr) fit-content(50%)',
}

export const csvColumns = (records: RecordNames): CsvColumn<Activity>[] => [
  { header: 'When', value: whenOf },
  { header: 'Who', value: whoOf },
  { header: 'What', value: whatOf },
  { header: 'Whom or machine', value: whomOf },
  { header: 'From', value: (row) => sideText(row, 'from', records) },
  { header: 'To', value: (row) => sideText(row, 'to', records) },
]
