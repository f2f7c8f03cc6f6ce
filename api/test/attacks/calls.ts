import {
  bulkConfigRequest,
  bulkCreditRequest,
  bulkMachineBlockRequest,
  bulkUserBlockRequest,
  copyGameSettingsRequest,
  createGameRequest,
  createUserRequest,
  creditRequest,
  DEFAULT_MACHINE_CONFIG,
  type GameResponse,
  gameSettingsRequest,
  loginRequest,
  machineConfigRequest,
  updateGameRequest,
  updateUserRequest,
} from '@console/shared-kernel/schemas'
import { ACCOUNTS, call, tokenOf, type Answer } from '../../testing/http'
import { meetPeople, newName, newUser } from '../../testing/people'
import type { Urls } from '../../testing/server'

export type Fields = Readonly<Record<string, unknown>>

/** Who attacks, and what belongs to them. */
export interface Attacker {
  api: Urls
  token: string
  userId: number
  machineId: string
  gameId: number
}

/** An Administrator, with a Client, its machine and a game that no other test uses. */
export async function becomeAttacker(api: Urls): Promise<Attacker> {
  const people = await meetPeople(api.url)
  const { client, machine } = await people.createClient()
  const token = await tokenOf(api.url, 'admin1')
  const game = await call<GameResponse>(api.url, 'POST /api/Games', { token, body: newGame() })
  return { api, token, userId: client.userId, machineId: machine.idMachine, gameId: game.body.id }
}

const newGame = (): Fields => ({ name: newName('game'), type: 'Slot', gameState: true })

let logins = 0
/** No name comes up often enough for the limits of logins. */
const someAccount = (): string => ACCOUNTS[(logins += 1) % ACCOUNTS.length] ?? ''

interface Body {
  shape: Fields
  /** A good one, which has all that the call takes. */
  sample: (attacker: Attacker) => Fields
}

/** The calls that take a body. */
export const BODIES: Readonly<Record<string, Body>> = {
  'POST /api/Auth/login': {
    shape: loginRequest.shape,
    sample: () => ({ Username: someAccount(), Password: 'not the password' }),
  },
  'POST /api/Users': { shape: createUserRequest.shape, sample: () => newUser(3) },
  'PUT /api/Users/:userId': {
    shape: updateUserRequest.shape,
    sample: ({ userId }) => ({
      userId,
      nameClient: 'A name',
      countryId: 1,
      password: '',
      currentPassword: '',
      isBlocked: false,
      quitPass: false,
      botonBlockedDeshabilitado: false,
      listaClientesTecnico: '',
    }),
  },
  'PUT /api/Machines/:machineId/credit': { shape: creditRequest.shape, sample: () => ({ amount: 1 }) },
  'PUT /api/Machines/:machineId/config': {
    shape: machineConfigRequest.shape,
    sample: () => ({ ...DEFAULT_MACHINE_CONFIG, serviceMode: false }),
  },
  'POST /api/Games': { shape: createGameRequest.shape, sample: newGame },
  'PUT /api/Games/:gameId': {
    shape: updateGameRequest.shape,
    sample: ({ gameId }) => ({ id: gameId, ...newGame() }),
  },
  'PUT /api/Games/user-settings/:userId': {
    shape: gameSettingsRequest.shape,
    sample: () => gameSettingsRequest.parse({}),
  },
  'POST /api/Machines/bulk/credit': {
    shape: bulkCreditRequest.shape,
    sample: ({ machineId }) => ({ items: [{ machineId, amount: 1 }] }),
  },
  'POST /api/Machines/bulk/block': {
    shape: bulkMachineBlockRequest.shape,
    sample: ({ machineId }) => ({ items: [{ machineId, blocked: false }] }),
  },
  'POST /api/Machines/bulk/config': {
    shape: bulkConfigRequest.shape,
    sample: ({ machineId }) => ({ config: { pingBrowser: 30 }, items: [{ machineId }] }),
  },
  'POST /api/Users/bulk/block': {
    shape: bulkUserBlockRequest.shape,
    sample: ({ userId }) => ({ items: [{ userId, blocked: false }] }),
  },
  'POST /api/Games/user-settings/copy': {
    shape: copyGameSettingsRequest.shape,
    sample: ({ userId }) => ({
      fromUserId: userId,
      fromVersion: '1',
      items: [{ userId }],
      sections: ['games', 'jackpots', 'other'],
    }),
  },
}

const DAY = 'queryType=Total&dateFrom=2026-01-01&dateTo=2026-01-01&timeFrom=00:00&timeTo=23:59'

export interface Change {
  ids?: Fields
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A row of the access table with these ids in its path. */
export const addressOf = (ids: object, row: string): string =>
  row.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((ids as Fields)[name])))

/** A good call, but for what is changed. */
export function send(attacker: Attacker, row: string, change: Change = {}): Promise<Answer> {
  const { api, token } = attacker
  const path = addressOf({ ...attacker, ...change.ids }, row)
  const query = new URLSearchParams(row.endsWith('/query') ? DAY : '')
  for (const [name, value] of new URLSearchParams(change.query)) query.set(name, value)
  return call(row.includes('/external/') ? api.externalUrl : api.url, `${path}?${query}`, {
    token,
    body: change.body ?? BODIES[row]?.sample(attacker),
    ...(change.headers ? { headers: change.headers } : {}),
  })
}
