import Switch from '@mui/material/Switch'
import { messageOf, useApiMutation } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts'
import type { Capability } from '@console/shared-kernel/rules'
import { Tip } from '@console/shared-kernel/table'
import { replaceListedGame, setGameState } from './api'

/** Activates and deactivates a game. */
export function GameSwitch({ game, mayChange }: { game: Game; mayChange: Capability }) {
  const { run, busy } = useApiMutation({
    call: setGameState,
    patch: replaceListedGame,
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
