import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import {
  actionColumns,
  CellChip,
  type Column,
  type FoldedRows,
  type RowAction,
  Tip,
} from '@console/shared-kernel/table'
import { messageOf, useApiMutation } from '@console/shared-kernel/core'
import { replaceListedGame, setGameState } from './api'

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

/** Activates and deactivates a game. */
function GameSwitch({ game, mayChange }: { game: Game; mayChange: Capability }) {
  const { run, busy } = useApiMutation({
    call: setGameState,
    patch: replaceListedGame,
    toastKey: `game.state.${game.id}`,
    slowToast: ({ active }) => `${active ? 'activation' : 'deactivation'} of ${game.name}`,
    errorToast: (failure) => `Error: ${messageOf(failure, 'Unknown error')}`,
  })
  return (
    <Tip text={mayChange.allowed ? undefined : mayChange.reason}>
      <Switch
        size="small"
        checked={game.active}
        disabled={!mayChange.allowed}
        onChange={() => void run({ id: game.id, active: !game.active })}
        slotProps={{ input: { 'aria-label': `Active ${game.name}`, 'aria-busy': busy } }}
        sx={{ opacity: busy ? 0.5 : 1 }}
      />
    </Tip>
  )
}
