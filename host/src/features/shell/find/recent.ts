import { createPlaces } from '@console/shared-kernel/view'
import type { Command } from './model'

const MAX_RECENT = 5

const places = createPlaces<readonly Command[]>()
const PLACE = 'find'

/** What was last opened from the box, the latest first; in memory, until the user signs out. */
export const recentCommands = (): readonly Command[] => places().get(PLACE) ?? []

/** Only what has an address can be opened again. Screens are listed anyway. */
export function addRecent(command: Command): void {
  if (command.group === 'Screens' || !(command.opens || command.to)) return
  const recent = { ...command, group: 'Recent' } as const
  const others = recentCommands().filter(({ key }) => key !== command.key)
  places().set(PLACE, [recent, ...others].slice(0, MAX_RECENT))
}
