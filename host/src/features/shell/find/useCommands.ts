import { useNavigate } from 'react-router-dom'
import { currentConnection, savedViews, useCurrentUser, useStore } from '@console/shared-kernel/core'
import { featuresStore, logout, type Note, toggleThemeMode, useThemeMode } from '@console/shared-kernel/host'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { grouped } from '@console/shared-kernel/domain'
import { canCreateUnder, formatDateTime } from '@console/shared-kernel/rules'
import { useOffersPanel, useOpen, useOpened } from '@console/shared-kernel/view'
import type { NavEntry } from '../model'
import { useEntries } from '../useEntries'
import type { CommandLine } from './commandLine'
import { best, excerpt, matching, type Command } from './model'
import { addRecent, recentCommands } from './recent'
import {
  hintOfMachine,
  hintOfUser,
  type Known,
  machineCommands,
  nameOfMachine,
  reportCommands,
  userCommands,
} from './rowCommands'

const USERS_PATH = '/'
const MACHINES_PATH = '/machines'
/** The screens with `do=export`. Reports have something to export once they were run. */
const LISTS = [USERS_PATH, MACHINES_PATH, '/activity']
const REPORTS = ['/external', '/internal']
/** The screens with saved views, by the name of these in the storage. */
const VIEWS = {
  users: USERS_PATH,
  machines: MACHINES_PATH,
  activity: '/activity',
  external: '/external',
  internal: '/internal',
}
/** Most results shown per kind. */
const MAX_RESULTS = 6

interface Rows {
  users: readonly User[]
  machines: readonly Machine[]
}

export interface Found {
  /** By all words. */
  found: Rows
  line: CommandLine | null
  /** By the words that are no action. */
  subjects: Rows
  /** The whole lists. */
  all: Rows
  notes: readonly Note[]
}

interface Options {
  navigation: readonly NavEntry[]
  onAbout: () => void
  onPassword: () => void
  onShortcuts: () => void
}

export function useCommands({ navigation, onAbout, onPassword, onShortcuts }: Options) {
  const viewer = useCurrentUser()
  const features = useStore(featuresStore)
  const mode = useThemeMode()
  const navigate = useNavigate()
  const entries = useEntries(navigation)
  const hasScreen = (path: string) => navigation.some((entry) => entry.path === path)
  const { open, openAction } = useOpen()
  const opened = useOpened()
  const offersPanel = useOffersPanel()
  // on the screen itself, its filters stay
  const openOn = (path: string, name: string) =>
    location.pathname === path ? openAction(name) : void navigate(`${path}?do=${name}`)

  const isRun = (path: string) =>
    location.pathname === path && new URLSearchParams(location.search).get('run') === '1'

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
    .filter(({ path }) => LISTS.includes(path) || (REPORTS.includes(path) && isRun(path)))
    .map(({ path, label }) => action(`Export ${label}`, 'download csv excel', () => openOn(path, 'export')))
  const views = Object.entries(VIEWS).flatMap(([name, path]) => {
    const screen = entries.find((entry) => entry.path === path)
    if (!screen) return []
    const run = REPORTS.includes(path) ? '&run=1' : ''
    return savedViews(name)
      .get()
      .map((view): Command => ({
        key: `view ${name} ${view.name}`,
        group: 'Saved views',
        label: view.name,
        hint: screen.label,
        words: `view ${screen.label}`,
        to: `${path}?${view.query}${run}`,
      }))
  })
  const actions = [
    ...(canCreateUnder(viewer) && hasScreen(USERS_PATH)
      ? [action('New user', 'create add', () => openOn(USERS_PATH, 'create'))]
      : []),
    action(mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode', 'change theme', toggleThemeMode),
    action('Keyboard shortcuts', 'help keys', onShortcuts),
    action('Change password', 'account', onPassword),
    action('About this console', 'version', onAbout),
    action('Logout', 'sign out', logout),
  ]

  const userCommand = (user: User): Command => ({
    key: `user ${user.userId}`,
    group: 'Users',
    label: user.userName,
    hint: hintOfUser(user),
    ...(offersPanel('user')
      ? { opens: { kind: 'user', id: user.userId } }
      : { to: `${USERS_PATH}?${new URLSearchParams({ search: user.userName })}` }),
  })
  const machineCommand = (machine: Machine): Command => ({
    key: `machine ${machine.id}`,
    group: 'Machines',
    label: nameOfMachine(machine),
    hint: hintOfMachine(machine),
    ...(machine.id && offersPanel('machine')
      ? { opens: { kind: 'machine', id: machine.id } }
      : { to: `${MACHINES_PATH}?${new URLSearchParams({ search: machine.id || machine.name })}` }),
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
    if (more <= 0) return shown
    const path = group === 'Users' ? USERS_PATH : MACHINES_PATH
    const label = `Show all ${grouped(found.length)} in ${group}`
    const to = `${path}?${new URLSearchParams({ search: query.trim() })}`
    return [...shown, { key: `all ${group}`, group, label, more, to }]
  }
  const bestUsers = (users: readonly User[], query: string) =>
    best(users, ({ userName }) => userName, query, MAX_RESULTS)
  const bestMachines = (machines: readonly Machine[], query: string) =>
    best(machines, ({ name }) => name, query, MAX_RESULTS)

  /** What is open, then what was opened from here, of which an action may be meant. */
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
  const rowCommands = ({ line, subjects, all }: Found): Command[] => {
    if (!line) return []
    const known: Known = {
      viewer,
      features: {
        userAccess: Object.hasOwn(features, 'userAccess'),
        security: Object.hasOwn(features, 'security'),
        blockEnd: Object.hasOwn(features, 'blockEnd'),
      },
      hasScreen: (path) => entries.some((entry) => entry.path === path),
      userById: (id) => all.users.find(({ userId }) => userId === id),
    }
    const { users, machines } = line.subject === '' ? lastSubjects(all) : subjects
    const commands = [
      ...(line.subject === '' ? reportCommands(line, known) : []),
      ...bestUsers(users, line.subject).flatMap((user) => userCommands(user, line, known)),
      ...bestMachines(machines, line.subject).flatMap((machine) => machineCommands(machine, line, known)),
    ]
    return commands.filter(({ opens }) => !opens || offersPanel(opens.kind))
  }

  return {
    searchesUsers: hasScreen(USERS_PATH),
    searchesMachines: hasScreen(MACHINES_PATH),
    /** In the order of the groups. */
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
    perform: (command: Command) => {
      const { opens, to, run } = command
      addRecent(command)
      if (opens) open(opens.kind, opens.id, opens.action)
      else if (to !== undefined) void navigate(to)
      else run?.()
    },
  }
}
