import type { CsvColumn } from '@console/shared-kernel/domain/csv'
import { levelName } from '@console/shared-kernel/domain/levels'
import type { User } from '@console/shared-kernel/contracts/user'
import { actionColumns, CellChip, LevelCell, type Column, type RowAction } from '@console/shared-kernel/table'

export const userColumns = (
  actionsOf: (user: User) => (RowAction | null)[],
  pathOf: (user: User) => string,
): Column<User>[] => [
  {
    key: 'userName',
    header: 'Username',
    sortable: true,
    minWidth: 120,
    cell: (user) => user.userName,
    tip: pathOf,
  },
  {
    key: 'level',
    header: 'Level',
    sortable: true,
    minWidth: 176,
    hideBelow: 528,
    cell: (user) => <LevelCell level={user.level} />,
  },
  {
    key: 'pais',
    header: 'Country',
    sortable: true,
    minWidth: 120,
    hideBelow: 648,
    cell: (user) => user.countryName ?? 'N/A',
  },
  {
    key: 'status',
    header: 'Status',
    minWidth: 120,
    fixed: true,
    cell: (user) =>
      user.isBlocked ? (
        <CellChip tone="error" filled label="Bloqueado" />
      ) : (
        <CellChip tone="success" label="Activo" />
      ),
  },
  ...actionColumns({ name: (user: User) => user.userName, actionsOf, most: 7, buttonsFrom: 812 }),
]

export const csvColumns = (pathOf: (user: User) => string): CsvColumn<User>[] => [
  { header: 'User ID', value: (user) => user.userId },
  { header: 'Username', value: (user) => user.userName },
  { header: 'Level', value: (user) => levelName(user.level) },
  { header: 'Country', value: (user) => user.countryName },
  { header: 'Status', value: (user) => (user.isBlocked ? 'Bloqueado' : 'Activo') },
  { header: 'Path', value: pathOf },
]
