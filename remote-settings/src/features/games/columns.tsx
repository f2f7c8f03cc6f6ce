import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import {
  CellChip,
  type ListColumn,
  listColumns,
  type RowAction,
  sortKeys,
  Tip,
} from '@console/shared-kernel/table'
import { messageOf, useApiMutation } from '@console/shared-kernel/core'
import { replaceListedGame, setGameState } from './api'

const columns = (mayChange: Capability): ListColumn<Game>[] => [
  {
    key: 'id',
    header: 'ID',
    sortable: true,
    minWidth: 72,
    fixed: true,
    cell: ({ id }) => id,
    narrow: { line: 2, at: 1, width: 'auto' },
  },
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    minWidth: 160,
    cell: ({ name }) => name,
    narrow: { line: 1, at: [1, 3] },
  },
  {
    key: 'type',
    header: 'Type',
    sortable: true,
    minWidth: 88,
    maxWidth: 160,
    cell: ({ type }) => type,
    narrow: { line: 2, at: 2, width: 'minmax(0, 1fr)' },
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
    narrow: { line: 2, at: 3, width: 'auto' },
  },
]

/** What the list can be sorted by. */
export const GAME_SORTS = sortKeys(columns({ allowed: true }))

/** The actions are always in a menu, as deleting a game is rare. */
export const gameColumns = (mayChange: Capability, actionsOf: (game: Game) => RowAction[]) =>
  listColumns(columns(mayChange), {
    name: ({ name }) => name,
    actionsOf,
    maxActions: 1,
    buttonsFrom: Infinity,
  })

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
