import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import { Chip, IconButton, LevelChip, Tooltip } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import type { Column } from '@console/shared-kernel/table'

interface RowActions {
  onDetails: (user: User) => void
}

export const userColumns = ({ onDetails }: RowActions): Column<User>[] => [
  { key: 'userName', header: 'Username', sortable: true, minWidth: 120, cell: (user) => user.userName },
  {
    key: 'level',
    header: 'Level',
    sortable: true,
    minWidth: 176,
    hideBelow: 528,
    cell: (user) => <LevelChip level={user.level} />,
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
        <Chip size="small" color="error" label="Bloqueado" />
      ) : (
        <Chip size="small" color="success" variant="outlined" label="Activo" />
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    minWidth: 112,
    fixed: true,
    cell: (user) => (
      <Tooltip title="View details">
        <IconButton size="small" aria-label={`View details ${user.userName}`} onClick={() => onDetails(user)}>
          <VisibilityIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    ),
  },
]
