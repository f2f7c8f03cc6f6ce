import LockIcon from '@mui/icons-material/LockOutlined'
import type { User } from '@console/shared-kernel/contracts'
import { currentConnection, type SortKeys } from '@console/shared-kernel/core'
import { formatDateTime, levelName } from '@console/shared-kernel/rules'
import {
  CellChip,
  CellText,
  LevelCell,
  type ListColumn,
  listColumns,
  type RowAction,
  sortKeys,
  TwoLines,
} from '@console/shared-kernel/table'
import { pathOf } from './model'

const LOCK_STYLE = { fontSize: 14, marginRight: 4, verticalAlign: '-2px' } as const

interface UserNameProps {
  user: User
  blockedAncestor: User | undefined
}

/** Plain elements, for speed: rows mount and unmount while scrolling. */
function UserName({ user, blockedAncestor }: UserNameProps) {
  const until = user.isBlocked ? user.blockedUntil : null
  if (!blockedAncestor && !until) return <CellText>{user.userName}</CellText>
  const second = (
    <span>
      <LockIcon style={LOCK_STYLE} />
      {blockedAncestor
        ? `blocked through ${blockedAncestor.userName}`
        : `until ${formatDateTime(until, currentConnection().timeZone)}`}
    </span>
  )
  return <TwoLines second={second}>{user.userName}</TwoLines>
}

/** The chip of the list and the panel. */
export const StatusChip = ({ user }: { user: User }) =>
  user.isBlocked ? (
    <CellChip tone="error" filled label="Bloqueado" />
  ) : (
    <CellChip tone="quiet" label="Activo" />
  )

const columns = (
  blockedAncestorOf: (user: User) => User | undefined,
): ListColumn<User, SortKeys['users']>[] => [
  { header: 'User ID', file: (user) => user.userId },
  {
    key: 'userName',
    header: 'Username',
    sortable: true,
    minWidth: 132,
    maxWidth: 420,
    cell: (user) => <UserName user={user} blockedAncestor={blockedAncestorOf(user)} />,
    tip: pathOf,
    narrow: { line: 1, at: [1, 3] },
    file: (user) => user.userName,
  },
  {
    key: 'level',
    header: 'Level',
    sortable: true,
    minWidth: 138,
    maxWidth: 200,
    skeleton: 'chip',
    cell: (user) => <LevelCell level={user.level} />,
    narrow: { line: 2, at: 1, width: 'auto' },
    file: (user) => levelName(user.level),
  },
  {
    key: 'pais',
    header: 'Country',
    sortable: true,
    minWidth: 88,
    maxWidth: 280,
    cell: (user) => user.countryName ?? 'N/A',
    narrow: { line: 2, at: 3, width: 'minmax(0, 1fr)' },
    file: (user) => user.countryName,
  },
  {
    key: 'status',
    header: 'Status',
    minWidth: 94,
    maxWidth: 200,
    cell: (user) => <StatusChip user={user} />,
    narrow: { line: 2, at: 2, width: 'auto' },
    file: (user) => (user.isBlocked ? 'Bloqueado' : 'Activo'),
  },
  { header: 'Path', file: pathOf },
]

/** What the list can be sorted by. */
export const USER_SORTS = sortKeys(columns(() => undefined))

export const userColumns = (
  actionsOf: (user: User) => (RowAction | null)[],
  maxActions: number,
  blockedAncestorOf: (user: User) => User | undefined,
) => listColumns(columns(blockedAncestorOf), { name: (user) => user.userName, actionsOf, maxActions })
