import type { Machine, User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/levels'
import {
  type ActionFeatures,
  linksOfUser,
  MACHINE_ACTIONS,
  machineActions,
  USER_ACTIONS,
  userActions,
} from '@console/shared-kernel/rules'
import { LINKS, type CommandLine } from './commandLine'
import type { Command } from './model'

export const nameOfMachine = ({ name, userName }: Machine): string => name || userName
export const hintOfMachine = ({ id, userName }: Machine): string =>
  [userName, id.slice(0, 8)].filter(Boolean).join(' · ')
export const hintOfUser = ({ level, countryName }: User): string =>
  [levelName(level), countryName].filter(Boolean).join(' · ')

export interface Known {
  viewer: User
  features: ActionFeatures & { blockEnd: boolean }
  hasScreen: (path: string) => boolean
  userById: (id: number | null) => User | undefined
}

type Row = { key: string; name: string; hint: string; kind: 'user' | 'machine'; id: string | number }

const commandOf = (row: Row, verb: string, label: string): Command => ({
  key: `${verb} ${row.key}`,
  group: 'Commands',
  label: `${label}: ${row.name}`,
  hint: row.hint,
})

/** One that does not apply opens the panel, where its button says why, too. */
const actionCommand = (row: Row, name: string, label: string, unavailable?: string): Command => ({
  ...commandOf(row, name, label),
  ...(unavailable !== undefined && { hint: unavailable }),
  opens: { kind: row.kind, id: row.id, ...(unavailable === undefined && { action: name }) },
  subject: { key: row.key, label: row.name, hint: row.hint },
})

type Link = { verb: keyof typeof LINKS; to: string }

function linkCommands(
  row: Row,
  links: readonly Link[],
  { verbs, range }: CommandLine,
  known: Known,
): Command[] {
  return links
    .filter(({ verb, to }) => verbs.has(verb) && known.hasScreen(to.split('?')[0]!))
    .map(({ verb, to }) => {
      const isReport = verb === 'external' || verb === 'internal'
      const label = [LINKS[verb][0], isReport && range?.label.toLowerCase()].filter(Boolean).join(' of ')
      return { ...commandOf(row, verb, label), to: isReport && range ? `${to}&range=${range.name}` : to }
    })
}

/** What the row or its panel offers, of what the words mean. */
export function userCommands(user: User, line: CommandLine, known: Known): Command[] {
  const { userId, userName, parentUserId } = user
  const row: Row = { key: `user ${userId}`, name: userName, hint: hintOfUser(user), kind: 'user', id: userId }
  const links = linksOfUser(user, { viewer: known.viewer, parent: known.userById(parentUserId) })
  return [
    ...userActions(known.viewer, user, known.features)
      .filter(({ name }) => line.verbs.has(name))
      .map(({ name, unavailable }) => actionCommand(row, name, USER_ACTIONS[name][0], unavailable)),
    ...linkCommands(
      row,
      links.map(({ to }) => ({ verb: /^\/(\w+)/.exec(to)?.[1] as Link['verb'], to })),
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
      .map(({ name: verb }) => actionCommand(row, verb, MACHINE_ACTIONS[verb][0])),
    ...linkCommands(
      row,
      [
        { verb: 'external', to: `/external?${of}&run=1` },
        { verb: 'internal', to: `/internal?${of}&run=1` },
        { verb: 'activity', to: `/activity?${of}` },
      ],
      line,
      known,
    ),
  ]
}

/** A report of everyone. */
export const reportCommands = ({ verbs, range }: CommandLine, { hasScreen }: Known): Command[] =>
  (['external', 'internal'] as const)
    .filter((verb) => range !== null && verbs.has(verb) && hasScreen(`/${verb}`))
    .map((verb) => ({
      key: verb,
      group: 'Commands',
      label: `${LINKS[verb][0]} of ${range?.label.toLowerCase()}`,
      to: `/${verb}?range=${range?.name}&run=1`,
    }))
