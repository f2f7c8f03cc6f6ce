import { createPlaces } from '@console/shared-kernel/view'
import type { Command } from './model'

const MAX_RECENT = 5

const places = createPlaces<readonly Command[]>()
const PLACE = 'find'

/** The commands that were last opened from the box, the latest first; kept in memory until the user signs out. */
export const recentCommands = (): readonly Command[] => places().get(PLACE) ?? []

/**
 * Adds a command. Only those with an address can be opened again. Screens are listed anyway; notes and 'Show
 * all' belong to one query. An action is kept as its user or machine, so that it is not repeated by mistake.
 */
export function addRecent({ subject, ...command }: Command): void {
  const { group, opens, to, more } = command
  if (group === 'Screens' || group === 'Notes' || more !== undefined || !(opens || to)) return
  const recent: Command = {
    ...command,
    ...(subject && opens && { ...subject, opens: { kind: opens.kind, id: opens.id } }),
    group: 'Recent',
  }
  const others = recentCommands().filter(({ key }) => key !== recent.key)
  places().set(PLACE, [recent, ...others].slice(0, MAX_RECENT))
}
