import { isSessionOver, messageOf, showToast, useOneAtATime, useWrite } from '@console/shared-kernel/core'
import type { Game } from '@console/shared-kernel/contracts/game'
import type { Capability } from '@console/shared-kernel/domain/permissions'
import { Switch } from '@console/shared-kernel/switch'
import { replaceGame, setGameState } from './api'

/** Puts a game into use and takes it out again. */
export function GameSwitch({ game, mayChange }: { game: Game; mayChange: Capability }) {
  const { mutateAsync } = useWrite(setGameState, replaceGame)
  const { busy, run } = useOneAtATime()

  const toggle = async () => {
    try {
      await mutateAsync({ id: game.id, active: !game.active })
    } catch (failure) {
      if (!isSessionOver(failure)) showToast(`Error: ${messageOf(failure, 'Unknown error')}`, 'error')
    }
  }
  return (
    <span data-tip={mayChange.allowed ? undefined : mayChange.reason}>
      <Switch
        size="small"
        checked={game.active}
        disabled={!mayChange.allowed}
        onChange={() => void run(toggle)}
        slotProps={{ input: { 'aria-label': `Active ${game.name}`, 'aria-busy': busy } }}
        sx={{ opacity: busy ? 0.5 : 1 }}
      />
    </span>
  )
}
