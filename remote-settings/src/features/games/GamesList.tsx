import { useMemo } from 'react'
import Stack from '@mui/material/Stack'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { EmptyState } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import { DataTable, useViewState } from '@console/shared-kernel/table'
import { NARROW_ROWS, gameColumns } from './columns'
import type { GameDialog } from './GameDialogs'
import { GameFilterFields } from './GameFilterFields'
import { countLine, findGames, sortGames } from './model'
import { GAMES_VIEW } from './view'

const deleteIcon = <DeleteIcon fontSize="small" />

interface Props {
  games: readonly Game[]
  mayChange: Capability
  refreshing: boolean
  onOpen: (dialog: GameDialog) => void
}

export function GamesList({ games, mayChange, refreshing, onOpen }: Props) {
  const [{ search, sort, type }, set] = useViewState(GAMES_VIEW)
  const { key, direction } = sort
  const sorted = useMemo(() => sortGames(games, key, direction), [games, key, direction])
  const shown = useMemo(() => findGames(sorted, search, type), [sorted, search, type])
  const columns = useMemo(
    () =>
      gameColumns(mayChange, (game) => [
        {
          label: 'Delete',
          icon: deleteIcon,
          onClick: () => onOpen({ kind: 'delete', game }),
          unavailable: mayChange.allowed ? undefined : mayChange.reason,
        },
      ]),
    [mayChange, onOpen],
  )
  return (
    <Stack sx={{ gap: 2 }}>
      <GameFilterFields
        search={search}
        onSearch={set.search}
        type={type}
        onType={set.type}
        count={countLine(shown.length, games.length)}
      />
      <DataTable
        label="Games"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        maxHeight="400px"
        fold={NARROW_ROWS}
        sort={sort}
        onSort={set.sort}
        refreshing={refreshing}
        empty={<EmptyState title="No Games Found" text="No games match your search. Try changing it." />}
      />
    </Stack>
  )
}
