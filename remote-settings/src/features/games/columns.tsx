import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import { actionColumns, CellChip, type Column, type RowAction } from '@console/shared-kernel/table'
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
    hideBelow: 480,
    cell: ({ id }) => id,
  },
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    minWidth: 92,
    cell: ({ name }) => <Box sx={TWO_LINES}>{name}</Box>,
  },
  {
    key: 'type',
    header: 'Type',
    sortable: true,
    minWidth: 88,
    fixed: true,
    hideBelow: 412,
    cell: ({ type }) => type,
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    minWidth: 140,
    fixed: true,
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
