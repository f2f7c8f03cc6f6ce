import { useMemo } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { EmptyState } from '@console/shared-kernel/core'
import { GAME_TYPES, type Game, type GameType } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import { DataTable, FilterSelect, SearchField, sortPart } from '@console/shared-kernel/table'
import { choicePart, textPart, useViewState } from '@console/shared-kernel/view'
import { GAME_SORTS, gameColumns } from './columns'
import { countLine, findGames, sortGames } from './model'

/** The type '' means any. */
export const GAMES_VIEW = {
  search: textPart('search'),
  sort: sortPart('id', GAME_SORTS),
  type: choicePart<GameType | ''>('type', ['', ...GAME_TYPES]),
}

const TYPES = [['', 'All types'], ...GAME_TYPES.map((name) => [name, name] as const)] as const

/** Cuts the last visible row in the middle, which shows that the list goes on. */
const HEIGHT = '420px'

const deleteIcon = <DeleteIcon fontSize="small" />

interface Props {
  games: readonly Game[]
  mayChange: Capability
  refreshing: boolean
  /** Must be stable, because the columns depend on it. */
  onDelete: (game: Game) => void
}

export function GamesList({ games, mayChange, refreshing, onDelete }: Props) {
  const [{ search, sort, type }, set] = useViewState(GAMES_VIEW)
  const { key, direction } = sort
  const sorted = useMemo(() => sortGames(games, key, direction), [games, key, direction])
  const shown = useMemo(() => findGames(sorted, search, type), [sorted, search, type])
  const { columns, fold } = useMemo(
    () =>
      gameColumns(mayChange, (game) => [
        {
          label: 'Delete',
          icon: deleteIcon,
          onClick: () => onDelete(game),
          unavailable: mayChange.allowed ? undefined : mayChange.reason,
        },
      ]),
    [mayChange, onDelete],
  )
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search games" value={search} onChange={set.search} ofScreen />
        <FilterSelect label="Type" value={type} choices={TYPES} onChange={set.type} />
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {countLine(shown.length, games.length)}
        </Typography>
      </Stack>
      <DataTable
        label="Games"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        maxHeight={HEIGHT}
        fold={fold}
        foundBy={JSON.stringify([search, sort, type])}
        sort={sort}
        onSort={set.sort}
        refreshing={refreshing}
        empty={
          <EmptyState
            title="No Games Found"
            text="No games match your search. Try changing it."
            onClearSearch={search !== '' && (() => set.search(''))}
            onClearFilters={type !== '' && (() => set.type(''))}
          />
        }
      />
    </Stack>
  )
}
