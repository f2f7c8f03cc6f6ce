/** @jest-environment node */
import { describe } from '@jest/globals'
import { normaliseGameSettings, normaliseUser, type User } from '@console/shared-kernel/contracts'
import { aUser, describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { changeAccess, createMachine, deleteUser } from './actions/dialogCalls'
import { fallbackQuery } from './api'
import { countriesQuery, usersQuery } from '@console/shared-kernel/core'
import { putBlocked, setBlocked } from './actions/api'
import { createUser, updateUser } from './form/api'
import {
  type GameConfiguration,
  gameConfigurationQuery,
  readGameSettings,
  saveGameSettings,
} from './games/api'

const user = (userId: number) => ({
  userId,
  userName: `user ${userId}`,
  level: 5,
  nameClient: `Name ${userId}`,
})
const country = (index: number) => ({ id: index + 1, name: `Country ${index}` })
const game = (index: number) => ({ id: index + 1, name: `Game ${index}`, type: 'Slot', gameState: true })
const SETTINGS = {
  selectedGames: [{ id: 1 }],
  jackpotSettings: { megaJackpot: { initial: 5 } },
  otherSettings: {},
}
const CONFIGURATION = { 'GET /api/Games/user-settings/9': SETTINGS, 'GET /api/Games': [game(0), game(1)] }

const me = { userId: 1, userName: 'master', level: 1 }
const master = normaliseUser(me)!
const ana = aUser({ userId: 7, level: 4 })

const usersIn = {
  row: (index: number) => user(index + 10),
  length: (value: unknown) => (value as User[]).length,
}
const rowsOf = ({ rows }: { rows: readonly User[] }) => rows
const lengthOf = (value: unknown) => (value as unknown[]).length

/** If the list cannot be read, it contains only the viewer. */
const atWorst: NonNullable<KnownCall['instead']> = ({ kind, error }) =>
  kind === 'good' || error?.status === 401 ? undefined : { value: [master] }

const write = (name: string, at: string, ask: () => Promise<unknown>): KnownCall => ({
  name,
  answers: { [at]: { done: true } },
  at,
  ask,
  unread: true,
})

const calls: readonly KnownCall[] = [
  {
    name: 'usersQuery of level 1',
    answers: { 'GET /api/Users/all-hierarchy': [user(1), user(2), user(3)] },
    at: 'GET /api/Users/all-hierarchy',
    ask: async (client) => rowsOf(await client.fetchQuery(usersQuery(master))),
    list: usersIn,
  },
  {
    name: 'fallbackQuery',
    answers: { 'GET /api/Users/current': me, 'GET /api/Users/children': [user(1), user(2)] },
    at: 'GET /api/Users/children',
    ask: async (client) => rowsOf(await client.fetchQuery(fallbackQuery(master))),
    list: { ...usersIn, length: (value) => usersIn.length(value) - 1 },
    instead: atWorst,
  },
  {
    name: 'usersQuery of others',
    answers: { 'GET /api/Users/children': [user(2), user(3)] },
    at: 'GET /api/Users/children',
    ask: async (client) => rowsOf(await client.fetchQuery(usersQuery(ana))),
    list: usersIn,
  },
  {
    name: 'countriesQuery',
    answers: { 'GET /api/Users/countries': [country(0), country(1)] },
    at: 'GET /api/Users/countries',
    ask: (client) => client.fetchQuery(countriesQuery),
    list: { row: country, length: lengthOf },
  },
  {
    name: 'readGameSettings',
    answers: CONFIGURATION,
    at: 'GET /api/Games/user-settings/9',
    ask: () => readGameSettings(9),
    alone: true,
  },
  {
    name: 'gameConfigurationQuery, its settings',
    answers: CONFIGURATION,
    at: 'GET /api/Games/user-settings/9',
    ask: (client) => client.fetchQuery(gameConfigurationQuery(9)),
  },
  {
    name: 'gameConfigurationQuery, its games',
    answers: CONFIGURATION,
    at: 'GET /api/Games',
    ask: (client) => client.fetchQuery(gameConfigurationQuery(9)),
    list: { row: game, length: (value) => (value as GameConfiguration).games.length },
  },
  write('createUser', 'POST /api/Users', () =>
    createUser({ userName: 'new', password: 'secret-word', level: 5, countryId: 1, parentUserId: 7 }, {}),
  ),
  write('updateUser', 'PUT /api/Users/7', () =>
    updateUser({ user: ana, changes: { isBlocked: true }, headers: {} }),
  ),
  write('setBlocked', 'PUT /api/Users/7', () => setBlocked(ana, true)),
  write('putBlocked', 'PUT /api/Users/7', () => putBlocked(ana, true)),
  write('deleteUser', 'DELETE /api/Users/7', () => deleteUser(ana, 'key')),
  write('changeAccess', 'POST /api/Users/7/unlock', () => changeAccess(ana, 'unlock')),
  write('createMachine', 'POST /api/machines/auto-create/7', () => createMachine(ana, 'key')),
  write('saveGameSettings', 'PUT /api/Games/user-settings/9', () =>
    saveGameSettings({ userId: 9, settings: normaliseGameSettings(SETTINGS), headers: {} }),
  ),
]

describe('user calls against a misbehaving server', () => describeCalls(calls))
