import { useNavigate } from 'react-router-dom'
import { useCurrentUser } from '@console/shared-kernel/core'
import { logout, toggleThemeMode, useThemeMode } from '@console/shared-kernel/host'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { grouped } from '@console/shared-kernel/domain'
import { levelName } from '@console/shared-kernel/levels'
import { canCreateUnder } from '@console/shared-kernel/rules'
import { useOffersPanel, useOpen } from '@console/shared-kernel/view'
import type { NavEntry } from '../model'
import { useEntries } from '../useEntries'
import { best, matching, type Command } from './model'

const USERS_PATH = '/'
const MACHINES_PATH = '/machines'
/** Most results shown per kind. */
const MAX_RESULTS = 6

interface Found {
  users: readonly User[]
  machines: readonly Machine[]
}

interface Options {
  navigation: readonly NavEntry[]
  onAbout: () => void
  onPassword: () => void
  onShortcuts: () => void
}

export function useCommands({ navigation, onAbout, onPassword, onShortcuts }: Options) {
  const viewer = useCurrentUser()
  const mode = useThemeMode()
  const navigate = useNavigate()
  const hasScreen = (path: string) => navigation.some((entry) => entry.path === path)
  const { open, openAction } = useOpen()
  const offersPanel = useOffersPanel()
  const go = (to: string) => void navigate(to)
  // on the screen itself, its filters stay
  const createUser = () =>
    location.pathname === USERS_PATH ? openAction('create') : go(`${USERS_PATH}?do=create`)

  const screens = useEntries(navigation).map(({ path, label }): Command => ({
    key: path,
    group: 'Screens',
    label,
    run: () => go(path),
  }))
  const action = (label: string, words: string, run: () => void): Command => ({
    key: label,
    group: 'Actions',
    label,
    words,
    run,
  })
  const actions = [
    ...(canCreateUnder(viewer) && hasScreen(USERS_PATH)
      ? [action('New user', 'create add', createUser)]
      : []),
    action(mode === 'dark' ? 'Switch to light mode' : 'Switch to dark mode', 'change theme', toggleThemeMode),
    action('Keyboard shortcuts', 'help keys', onShortcuts),
    action('Change password', 'account', onPassword),
    action('About this console', 'version', onAbout),
    action('Logout', 'sign out', logout),
  ]

  const userCommand = ({ userId, userName, level, countryName }: User): Command => ({
    key: `user ${userId}`,
    group: 'Users',
    label: userName,
    hint: [levelName(level), countryName].filter(Boolean).join(' · '),
    run: () =>
      offersPanel('user')
        ? open('user', userId)
        : go(`${USERS_PATH}?${new URLSearchParams({ search: userName })}`),
  })
  const machineCommand = ({ id, name, userName }: Machine): Command => ({
    key: `machine ${id}`,
    group: 'Machines',
    label: name || userName,
    hint: [userName, id.slice(0, 8)].filter(Boolean).join(' · '),
    run: () =>
      id && offersPanel('machine')
        ? open('machine', id)
        : go(`${MACHINES_PATH}?${new URLSearchParams({ search: id || name })}`),
  })

  /** @param found all results of the group, of which `shown` are the best */
  const withAll = (
    group: 'Users' | 'Machines',
    query: string,
    shown: Command[],
    found: readonly unknown[],
  ) => {
    const more = found.length - shown.length
    if (more <= 0) return shown
    const path = group === 'Users' ? USERS_PATH : MACHINES_PATH
    const label = `Show all ${grouped(found.length)} in ${group}`
    const run = () => go(`${path}?${new URLSearchParams({ search: query.trim() })}`)
    return [...shown, { key: `all ${group}`, group, label, more, run }]
  }

  return {
    searchesUsers: hasScreen(USERS_PATH),
    searchesMachines: hasScreen(MACHINES_PATH),
    /** In the order of the groups. */
    commandsFor: (query: string, { users, machines }: Found): Command[] => {
      const bestUsers = best(users, ({ userName }) => userName, query, MAX_RESULTS).map(userCommand)
      const bestMachines = best(machines, ({ name }) => name, query, MAX_RESULTS).map(machineCommand)
      return [
        ...matching(screens, query),
        ...matching(actions, query),
        ...withAll('Users', query, bestUsers, users),
        ...withAll('Machines', query, bestMachines, machines),
      ]
    },
  }
}
