import { Chip, LevelChip } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { RowActions, type Column, type RowAction } from '@console/shared-kernel/table'

interface Actions {
  actionsOf: (user: User) => (RowAction | null)[]
  /** One menu of actions a row, where the screen is too narrow for their buttons. */
  compact: boolean
}

export const userColumns = ({ actionsOf, compact }: Actions): Column<User>[] => [
  { key: 'userName', header: 'Username', sortable: true, cell: (user) => user.userName },
  {
    key: 'level',
    header: 'Level',
    sortable: true,
    hideBelow: 'sm',
    width: compact ? '148px' : '176px',
    cell: (user) => <LevelChip level={user.level} />,
  },
  {
    key: 'pais',
    header: 'Country',
    sortable: true,
    hideBelow: 'sm',
    width: compact ? '96px' : '18%',
    cell: (user) => user.countryName ?? 'N/A',
  },
  {
    key: 'status',
    header: 'Status',
    width: compact ? '106px' : '128px',
    cell: (user) =>
      user.isBlocked ? (
        <Chip size="small" color="error" label="Bloqueado" />
      ) : (
        <Chip size="small" color="success" variant="outlined" label="Activo" />
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    width: compact ? '84px' : '264px',
    cell: (user) => <RowActions name={user.userName} actions={actionsOf(user)} compact={compact} />,
  },
]
