import { useNavigate } from 'react-router-dom'
import { currentConnection, savedViews, useCurrentUser, useStore } from '@console/shared-kernel/core'
import { featuresStore, logout, type Note, toggleThemeMode, useThemeMode } from '@console/shared-kernel/host'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { grouped } from '@console/shared-kernel/domain'
import { canCreateUnder, formatDateTime } from '@console/shared-kernel/rules'
import { type OpenKind, useOffersPanel, useOpen, useOpened } from '@console/shared-kernel/view'
import type { NavEntry } from '../model'
import { useEntries } from '../Navigation'
import type { CommandLine } from './commandLine'
import { best, excerpt, matching, type Command } from './model'
import { addRecent, recentCommands } from './recent'
import {
  askForName,
  hintOfMachine,
  hintOfUser,
  type Known,
  machineCommands,
  nameOfMachine,
  reportCommands,
  userCommands,
} from './rowCommands'

/** Most results shown per kind. */
const MAX_RESULTS = 6

interface Rows {
  users: readonly User[]
  machines: readonly Machine[]
}

export interface Found {
  /** Rows that match all words. */
  found: Rows
  line: CommandLine | null
  /** Rows that match the words that are not part of an action. */
  subjects: Rows
  /** The whole lists. */
  all: Rows
  notes: readonly Note[]
}

interface Options {
  navigation: readonly NavEntry[]
  onAbout: () => void
  onPassword: () => void
  onSecurity: () => void
  onShortcuts: () => void
}

export function useCommands({ navigation, onAbout, onPassword, onSecurity, onShortcuts }: Options) {
  const viewer = useCurrentUser()
  const features = useStore(featuresStore)
  const mode = useThemeMode()
  const navigate = useNavigate()
  const entries = useEntries(navigation)
  /** The path of the screen that lists users or machines. */
  const listOf = (kind: OpenKind) => navigation.find(({ lists }) => lists === kind)?.path
  const usersPath = listOf('user')
  const machinesPath = listOf('machine')
  const { open, openAction } = useOpen()
  const opened = useOpened()
  const offersPanel = useOffersPanel()
  // on the screen itself, its filters stay
  const openOn = (path: string, name: string) =>
    location.pathname === path ? openAction(name) : void navigate(`${path}?do=${name}`)

  const isRun = (path: string) =>
    location.pathname === path && new URLSearchParams(location.search).get('run') === '1'
  const creates = entries.find(({ lists, actions }) => lists === 'user' && actions?.includes('create'))

  const screens = entries.map(({ path, label, words = '' }): Command => ({
    key: path,
    group: 'Screens',
    label,
    words,
    to: path,
  }))
  const action = (label: string, words: string, run: () => void): Command => ({
    key: label,
    group: 'Actions',
    label,
    words,
    run,
  })
  const exports = entries
    // a report has something to export only after it was run
    .filter(({ path, actions, report }) => actions?.includes('export') && (!report || isRun(path)))
    .map(({ path, label }) => action(`Export ${label}`, 'download csv excel', () => openOn(path, 'export')))
  const views = entries.flatMap(({ path, label: hint, views: name, report }) =>
    name === undefined
      ? []
      : savedViews(name)
          .get()
          .map((view): Command => ({
            key: `view ${name} ${view.name}`,
            group: 'Saved views',
            label: view.name,
            hint,
            words: `view ${hint}`,
            to: `${path}?${view.query}${report ? '&run=1' : ''}`,
          })),
  )
  const actions = [
    ...(canCreateUnder(viewer) && creates
      ? [action('New user', 'create add', () => openOn(creates.path, 'create'))]
      : []),
    action(mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode', 'change theme', toggleThemeMode),
    action('Keyboard shortcuts', 'help keys', onShortcuts),
    action('Change password', 'account', onPassword),
    ...(features['security'] === undefined
      ? []
      : [action('Security', 'second factor 2fa code passkey recovery sessions account', onSecurity)]),
    action('About this console', 'version', onAbout),
    action('Logout', 'sign out', logout),
  ]

  /** Opens the panel, or else the screen with a search for the row. */
  const leadTo = (
    kind: OpenKind,
    id: string | number,
    search: string,
  ): Pick<Command, 'opens' | 'to'> | null => {
    if (id !== '' && offersPanel(kind)) return { opens: { kind, id } }
    const path = listOf(kind)
    return path === undefined ? null : { to: `${path}?${new URLSearchParams({ search })}` }
  }
  const userCommand = (user: User): Command => ({
    key: `user ${user.userId}`,
    group: 'Users',
    label: user.userName,
    hint: hintOfUser(user),
    ...leadTo('user', user.userId, user.userName),
  })
  const machineCommand = (machine: Machine): Command => ({
    key: `machine ${machine.id}`,
    group: 'Machines',
    label: nameOfMachine(machine),
    hint: hintOfMachine(machine),
    ...leadTo('machine', machine.id, machine.id || machine.name),
  })
  const noteCommand = ({ id, at, author, subject, text }: Note, query: string): Command[] => {
    const about = subject?.type === 'machine' ? subject.machineId : subject?.userId
    if (!subject || about === undefined || about === null || !offersPanel(subject.type)) return []
    const when = formatDateTime(at, currentConnection().timeZone)
    return [
      {
        key: `note ${id}`,
        group: 'Notes',
        label: excerpt(text, query),
        hint: [subject.name, author?.userName, when].filter(Boolean).join(' · '),
        opens: { kind: subject.type, id: about },
      },
    ]
  }

  /** @param found all results of the group, of which `shown` are the best */
  const withAll = (
    group: 'Users' | 'Machines',
    query: string,
    shown: Command[],
    found: readonly unknown[],
  ): Command[] => {
    const more = found.length - shown.length
    const path = group === 'Users' ? usersPath : machinesPath
    if (more <= 0 || path === undefined) return shown
    const label = `Show all ${grouped(found.length)} in ${group}`
    const to = `${path}?${new URLSearchParams({ search: query.trim() })}`
    return [...shown, { key: `all ${group}`, group, label, more, to }]
  }
  const bestUsers = (users: readonly User[], query: string) =>
    best(users, ({ userName }) => userName, query, MAX_RESULTS)
  const bestMachines = (machines: readonly Machine[], query: string) =>
    best(machines, ({ name }) => name, query, MAX_RESULTS)

  /** What is open, then what was opened from this box: an action without a name may apply to these. */
  const lastSubjects = ({ users, machines }: Rows): Rows => {
    const last = [opened, ...recentCommands().flatMap(({ opens }) => opens ?? [])]
    const idsOf = (kind: string) => [
      ...new Set(last.filter((one) => one.kind === kind).map(({ id }) => String(id))),
    ]
    return {
      users: idsOf('user').flatMap((id) => users.find(({ userId }) => String(userId) === id) ?? []),
      machines: idsOf('machine').flatMap((id) => machines.find((machine) => machine.id === id) ?? []),
    }
  }
  const knownOf = (all: Rows): Known => ({
    viewer,
    features: {
      userAccess: Object.hasOwn(features, 'userAccess'),
      security: Object.hasOwn(features, 'security'),
      blockEnd: Object.hasOwn(features, 'blockEnd'),
    },
    hasScreen: (path) => entries.some((entry) => entry.path === path),
    reports: entries.filter(({ report }) => report).map(({ path }) => path),
    userById: (id) => all.users.find(({ userId }) => userId === id),
  })
  const rowCommands = ({ line, subjects, all }: Found): Command[] => {
    if (!line) return []
    const known = knownOf(all)
    const { users, machines } = line.subject === '' ? lastSubjects(all) : subjects
    const commands = [
      ...(line.subject === '' ? reportCommands(line, known) : []),
      ...bestUsers(users, line.subject).flatMap((user) => userCommands(user, line, known)),
      ...bestMachines(machines, line.subject).flatMap((machine) => machineCommands(machine, line, known)),
    ]
    return commands.filter(({ opens }) => !opens || offersPanel(opens.kind))
  }

  return {
    // records of older builds do not list what their screens show
    searchesUsers: usersPath !== undefined || offersPanel('user'),
    searchesMachines: machinesPath !== undefined || offersPanel('machine'),
    /** The commands are in the order of the groups. */
    commandsFor: (query: string, results: Found): Command[] => {
      const { users, machines } = results.found
      const isAsked = query.trim() !== ''
      return [
        ...(isAsked ? [] : recentCommands()),
        ...matching(screens, query),
        ...matching(isAsked ? [...exports, ...actions] : actions, query),
        ...rowCommands(results),
        ...matching(views, query),
        ...withAll('Users', query, bestUsers(users, query).map(userCommand), users),
        ...withAll('Machines', query, bestMachines(machines, query).map(machineCommand), machines),
        ...results.notes.flatMap((note) => noteCommand(note, query)),
      ]
    },
    /** Asks for the name that is missing from an action, unless the action can apply to what is open. */
    questionFor: (query: string, { line, all }: Pick<Found, 'line' | 'all'>): string | null =>
      line?.subject === '' ? askForName(query, line, knownOf(all)) : null,
    perform: (command: Command) => {
      const { opens, to, run } = command
      addRecent(command)
      if (opens) open(opens.kind, opens.id, opens.action)
      else if (to !== undefined) void navigate(to)
      else run?.()
    },
  }
}
