import Box from '@mui/material/Box'
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

/** Where a name has little room. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.3,
}

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
    cell: ({ name }) => <Box sx={TWO_LINES}>{name}</Box>,
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
  // one menu a row at every width: deleting a game is rare
  ...actionColumns({ name: ({ name }: Game) => name, actionsOf, most: 1, buttonsFrom: Infinity }),
]

export const FOLD: FoldedRows = {
  below: 560,
  lines: ['name name status', 'id type status'],
  places: 'auto minmax(0, 1fr) auto',
}
