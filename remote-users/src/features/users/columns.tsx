import LockIcon from '@mui/icons-material/LockOutlined'
import type { User } from '@console/shared-kernel/contracts'
import type { CsvColumn } from '@console/shared-kernel/domain'
import { levelName } from '@console/shared-kernel/rules'
import {
  actionColumns,
  CellChip,
  type Column,
  type FoldedRows,
  LevelCell,
  type RowAction,
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
  if (!blockedAncestor) return user.userName
  const second = (
    <span>
      <LockIcon style={LOCK_STYLE} />
      {`blocked through ${blockedAncestor.userName}`}
    </span>
  )
  return <TwoLines second={second}>{user.userName}</TwoLines>
}

export const userColumns = (
  actionsOf: (user: User) => (RowAction | null)[],
  most: number,
  blockedAncestorOf: (user: User) => User | undefined,
): Column<User>[] => [
  {
    key: 'userName',
    header: 'Username',
    sortable: true,
    minWidth: 132,
    cell: (user) => <UserName user={user} blockedAncestor={blockedAncestorOf(user)} />,
    tip: pathOf,
  },
  {
    key: 'level',
    header: 'Level',
    sortable: true,
    minWidth: 150,
    maxWidth: 160,
    cell: (user) => <LevelCell level={user.level} />,
  },
  {
    key: 'pais',
    header: 'Country',
    sortable: true,
    minWidth: 88,
    maxWidth: 200,
    cell: (user) => user.countryName ?? 'N/A',
  },
  {
    key: 'status',
    header: 'Status',
    minWidth: 98,
    maxWidth: 136,
    cell: (user) =>
      user.isBlocked ? <CellChip tone="error" filled label="Bloqueado" /> : <CellChip label="Activo" />,
  },
  ...actionColumns({ name: (user: User) => user.userName, actionsOf, most, buttonsFrom: 694 }),
]

export const NARROW_ROWS: FoldedRows = {
  below: 576,
  lines: ['userName userName userName', 'level status pais'],
  places: 'auto auto minmax(0, 1fr)',
}

export const CSV_COLUMNS: CsvColumn<User>[] = [
  { header: 'User ID', value: (user) => user.userId },
  { header: 'Username', value: (user) => user.userName },
  { header: 'Level', value: (user) => levelName(user.level) },
  { header: 'Country', value: (user) => user.countryName },
  { header: 'Status', value: (user) => (user.isBlocked ? 'Bloqueado' : 'Activo') },
  { header: 'Path', value: pathOf },
]
