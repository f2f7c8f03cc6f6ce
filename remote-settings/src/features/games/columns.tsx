import Stack from '@mui/material/Stack'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import {
  actionColumns,
  CellChip,
  type Column,
  type FoldedRows,
  type RowAction,
} from '@console/shared-kernel/table'
import { GameSwitch } from './GameSwitch'

export const gameColumns = (
  mayChange: Capability,
  actionsOf: (game: Game) => RowAction[],
): Column<Game>[] => [
  {
    key: 'id',
    header: 'ID',
    sortable: true,
    minWidth: 72,
    fixed: true,
    cell: ({ id }) => id,
  },
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    minWidth: 160,
    cell: ({ name }) => name,
  },
  {
    key: 'type',
    header: 'Type',
    sortable: true,
    minWidth: 88,
    maxWidth: 160,
    cell: ({ type }) => type,
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    minWidth: 144,
    maxWidth: 176,
    cell: (game) => (
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <CellChip
          label={game.active ? 'Active' : 'Inactive'}
          tone={game.active ? undefined : 'error'}
          minWidth={68}
        />
        <GameSwitch game={game} mayChange={mayChange} />
      </Stack>
    ),
  },
  // always a menu, as deleting a game is rare
  ...actionColumns({ name: ({ name }: Game) => name, actionsOf, most: 1, buttonsFrom: Infinity }),
]

export const NARROW_ROWS: FoldedRows = {
  below: 560,
  lines: ['name name name', 'id type status'],
  places: 'auto minmax(0, 1fr) auto',
}
