import type { Machine, User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/levels'
import {
  type ActionFeatures,
  CHANGE_BLOCK,
  linksOfUser,
  MACHINE_ACTIONS,
  machineActions,
  USER_ACTIONS,
  userActions,
} from '@console/shared-kernel/rules'
import { type CommandLine, isReport, LINKS } from './commandLine'
import type { Command } from './model'

export const nameOfMachine = ({ name, userName }: Machine): string => name || userName
export const hintOfMachine = ({ id, userName }: Machine): string =>
  [userName, id.slice(0, 8)].filter(Boolean).join(' · ')
export const hintOfUser = ({ level, countryName }: User): string =>
  [levelName(level), countryName].filter(Boolean).join(' · ')

export interface Known {
  viewer: User
  features: ActionFeatures
  hasScreen: (path: string) => boolean
  /** The paths of reports. */
  reports: readonly string[]
  userById: (id: number | null) => User | undefined
}

type Row = { key: string; name: string; hint: string; kind: 'user' | 'machine'; id: string | number }

const commandOf = (row: Row, verb: string, label: string): Command => ({
  key: `${verb} ${row.key}`,
  group: 'Commands',
  label: `${label}: ${row.name}`,
  hint: row.hint,
})

/** The command for an action. An unavailable one opens the panel, where its button also shows the reason. */
const actionCommand = (row: Row, name: string, label: string, unavailable?: string): Command => ({
  ...commandOf(row, name, label),
  ...(unavailable !== undefined && { hint: unavailable }),
  opens: { kind: row.kind, id: row.id, ...(unavailable === undefined && { action: name }) },
  subject: { key: row.key, label: row.name, hint: row.hint },
})

type LinkPath = keyof typeof LINKS
const LINK_PATHS = Object.keys(LINKS) as LinkPath[]

/** The label, such as 'External report' or 'External report of yesterday'. */
const linkLabel = (path: LinkPath, days: CommandLine['range']): string =>
  [LINKS[path][0], days?.label.toLowerCase()].filter(Boolean).join(' of ')

/** @param links addresses of the row's screens */
function linkCommands(
  row: Row,
  links: readonly string[],
  { verbs, range }: CommandLine,
  { hasScreen }: Known,
): Command[] {
  return links.flatMap((to) => {
    const path = LINK_PATHS.find((one) => to.startsWith(one))
    if (path === undefined || !verbs.has(path) || !hasScreen(path)) return []
    const days = isReport(path) ? range : null
    return { ...commandOf(row, path, linkLabel(path, days)), to: days ? `${to}&range=${days.name}` : to }
  })
}

/** The actions of the row or its panel that the words may mean. */
export function userCommands(user: User, line: CommandLine, known: Known): Command[] {
  const { userId, userName, parentUserId } = user
  const row: Row = { key: `user ${userId}`, name: userName, hint: hintOfUser(user), kind: 'user', id: userId }
  const links = linksOfUser(user, { viewer: known.viewer, parent: known.userById(parentUserId) })
  return [
    ...userActions(known.viewer, user, known.features)
      .filter(({ name }) => line.verbs.has(name))
      .map(({ name, unavailable }) => {
        const label = name === 'block' && user.isBlocked ? CHANGE_BLOCK : USER_ACTIONS[name][0]
        return actionCommand(row, name, label, unavailable)
      }),
    ...linkCommands(
      row,
      links.map(({ to }) => to),
      line,
      known,
    ),
  ]
}

export function machineCommands(machine: Machine, line: CommandLine, known: Known): Command[] {
  const { id } = machine
  if (id === '') return []
  const name = nameOfMachine(machine)
  const row: Row = { key: `machine ${id}`, name, hint: hintOfMachine(machine), kind: 'machine', id }
  const of = `machine=${encodeURIComponent(id)}`
  return [
    ...machineActions(known.viewer, machine, known.features)
      .filter(({ name: verb }) => line.verbs.has(verb))
      .map(({ name: verb }) => {
        const label = verb === 'block' && machine.blocked ? CHANGE_BLOCK : MACHINE_ACTIONS[verb][0]
        return actionCommand(row, verb, label)
      }),
    ...linkCommands(
      row,
      [...LINK_PATHS.filter(isReport).map((path) => `${path}?${of}&run=1`), `/activity?${of}`],
      line,
      known,
    ),
  ]
}

/** Commands for a report on all users. */
export const reportCommands = ({ verbs, range }: CommandLine, { reports }: Known): Command[] =>
  LINK_PATHS.filter((path) => range !== null && verbs.has(path) && reports.includes(path)).map((path) => ({
    key: `report ${path}`,
    group: 'Commands',
    label: linkLabel(path, range),
    to: `${path}?range=${range?.name}&run=1`,
  }))

/** Asks for the name that is missing from an action. Null if no word belongs to an action. */
export function askForName(
  query: string,
  { verbs }: CommandLine,
  { viewer, features, hasScreen }: Known,
): string | null {
  const has = (names: readonly string[]) => names.some((name) => verbs.has(name))
  const links = LINK_PATHS.filter(hasScreen)
  const ofMachines = [true, false].flatMap((blocked) => machineActions(viewer, { blocked }, features))
  const isOfUser = has([...Object.keys(USER_ACTIONS), ...links])
  const isOfMachine = has([...ofMachines.map(({ name }) => name), ...links])
  if (!isOfUser && !isOfMachine) return null
  const whose =
    isOfUser && isOfMachine ? 'the name of a user or machine' : `a ${isOfUser ? "user's" : "machine's"} name`
  return `Type ${whose} after '${query.trim()}'.`
}
