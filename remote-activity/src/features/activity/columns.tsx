import type { ReactNode } from 'react'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import RevertIcon from '@mui/icons-material/UndoOutlined'
import { type Activity, centsToWire, type User } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { formatDay, formatUsdChange, whoOf } from '@console/shared-kernel/domain'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'
import { BranchCell, CellText, type ListColumn, listColumns } from '@console/shared-kernel/table'
import { differenceOf, type Line, ownersOf, targetOf, whatOfLine } from './lines'
import { type RecordNames, sideText } from './model'
import { mayRevert } from './revert/model'

/** '21-11-2026 15:35:07', with the day formatted as in the filters. */
export function whenOf({ at }: Activity): string {
  const { timeZone } = currentConnection()
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return formatDateTime(at, timeZone)
  const { day, time } = nowIn(timeZone, new Date(instant))
  // the same in every zone
  const seconds = String(new Date(instant).getUTCSeconds()).padStart(2, '0')
  return `${formatDay(day)} ${time}:${seconds}`
}

const differenceText = (rows: readonly Activity[]): string => {
  const cents = differenceOf(rows)
  return cents === null ? '' : formatUsdChange(cents)
}

/** Exported files show the amount in dollars, with a total. */
const amountOf = (cents: number | null) => (cents === null ? null : centsToWire(cents))
const amountOfAll = (lines: readonly Line[]) => amountOf(differenceOf(lines.flatMap(({ rows }) => rows)))

interface ColumnOptions {
  records: RecordNames
  /** Null if no line can be expanded. */
  onExpand: ((line: Line) => void) | null
}

const columns = ({ records, onExpand }: ColumnOptions): ListColumn<Line>[] => [
  {
    key: 'when',
    header: 'When',
    minWidth: 164,
    printedWidth: 144,
    fixed: true,
    cell: ofFirst(whenOf),
    narrow: { line: 1, at: 2, width: 'fit-content(50%)' },
    file: ofFirst(whenOf),
  },
  {
    key: 'who',
    header: 'Who',
    minWidth: 84,
    maxWidth: 220,
    printedWidth: 92,
    cell: inTwoLines(ofFirst(whoOf)),
    file: ofFirst(whoOf),
  },
  {
    key: 'what',
    header: 'What',
    minWidth: 160,
    maxWidth: 240,
    printedWidth: 84,
    branches: onExpand !== null,
    cell: (line) =>
      onExpand ? (
        <BranchCell name={nameOf(line)} place={line.place} onExpand={() => onExpand(line)}>
          <CellText>{whatOfLine(line)}</CellText>
        </BranchCell>
      ) : (
        <CellText>{whatOfLine(line)}</CellText>
      ),
    narrow: { line: 1, at: 1, width: 'minmax(0, 1fr)' },
    file: whatOfLine,
  },
  {
    key: 'whom',
    header: 'Target',
    minWidth: 98,
    maxWidth: 240,
    printedWidth: 92,
    cell: inTwoLines(targetOf),
    file: targetOf,
  },
  {
    key: 'targetAndWho',
    header: 'Target and who',
    minWidth: 176,
    // only in narrow rows
    hideBelow: Infinity,
    cell: (line) => [targetOf(line), whoOf(line.rows[0])].filter(Boolean).join(', by '),
    narrow: { line: 2, at: 1 },
  },
  {
    key: 'owner',
    header: 'Owner',
    minWidth: 116,
    maxWidth: 220,
    printedWidth: 84,
    hideBelow: 1062,
    cell: inTwoLines((line) => ownersOf(line, records.user)),
    file: (line) => ownersOf(line, records.user),
  },
  {
    key: 'from',
    header: 'From',
    minWidth: 96,
    printedWidth: 116,
    hideBelow: 946,
    cell: inTwoLines((line) => shortSide(line, 'from', records)),
    file: (line) => oneSide(line, 'from', records),
  },
  {
    key: 'to',
    header: 'To',
    // sign-ins and creations have only this side
    minWidth: 126,
    hideBelow: 946,
    cell: inTwoLines((line) => shortSide(line, 'to', records)),
    file: (line) => oneSide(line, 'to', records),
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'right',
    minWidth: 126,
    maxWidth: 150,
    printedWidth: 76,
    cell: ({ rows }) => differenceText(rows),
    narrow: { line: 2, at: 2 },
    file: { format: '#,##0.00', value: ({ rows }) => amountOf(differenceOf(rows)), total: amountOfAll },
  },
  { header: 'Reason', file: ({ rows: [{ reason }] }) => reason ?? '' },
]

/** A bulk change shows From and To only per row. */
const oneSide = ({ rows }: Line, side: 'from' | 'to', records: RecordNames): string =>
  rows.length === 1 ? sideText(rows[0], side, records) : ''

/**
 * One side of a change, without labels if the row says what it is: '$5.00' for a credit change, '192.0.2.1,
 * password' for a sign-in.
 */
const shortSide = (line: Line, side: 'from' | 'to', records: RecordNames): string => {
  const text = oneSide(line, side, records)
  const isPlain = /^(?:machine\.credit$|session\.)/.test(line.rows[0].kind)
  if (!isPlain) return text
  return text.replace(/(^|, )(?:Credit|Address|Method): /g, '$1').replace('New network: Yes', 'new network')
}

const inTwoLines =
  (text: (line: Line) => string) =>
  (line: Line): ReactNode => <CellText>{text(line)}</CellText>

const ofFirst =
  (text: (row: Activity) => string) =>
  ({ rows }: Line): string =>
    text(rows[0])

const nameOf = (line: Line): string => [whatOfLine(line), targetOf(line)].join(' ').trim()

interface Options extends ColumnOptions {
  onOpen: (line: Line) => void
  viewer: User
  /** Null if the viewer cannot revert anything. */
  onRevert: ((line: Line) => void) | null
}

export const activityColumns = ({ viewer, onOpen, onRevert, ...options }: Options) =>
  listColumns(columns(options), {
    name: nameOf,
    actionsOf: (line) => [
      ...(onRevert
        ? [
            line.unreverted.some((row) => mayRevert(row, viewer))
              ? { label: 'Revert', icon: <RevertIcon fontSize="small" />, onClick: () => onRevert(line) }
              : null,
          ]
        : []),
      line.rows.length === 1
        ? { label: 'Details', icon: <InfoIcon fontSize="small" />, onClick: () => onOpen(line) }
        : null,
    ],
    maxActions: onRevert ? 2 : 1,
    buttonsFrom: 724,
  })
