import {
  addPasskeyRequest,
  attentionMarksRequest,
  attentionThresholds,
  bulkConfigRequest,
  bulkCreditRequest,
  bulkMachineBlockRequest,
  bulkRevertRequest,
  bulkUserBlockRequest,
  confirmTotpRequest,
  copyGameSettingsRequest,
  createGameRequest,
  createUserRequest,
  creditRequest,
  type CreditResponse,
  DEFAULT_MACHINE_CONFIG,
  enrolRequest,
  type GameResponse,
  gameSettingsRequest,
  keptCodes,
  loginRequest,
  machineConfigChange,
  noteRequest,
  type NoteResponse,
  passkeySignInRequest,
  passwordStrengthRequest,
  proofRequest,
  secondStepRequest,
  stepRequest,
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
  /** The activity row of a credit change of the machine. */
  activityId: number
  noteId: number
}

/** An Administrator, with a Client, its machine and a game that no other test uses. */
export async function becomeAttacker(api: Urls): Promise<Attacker> {
  const people = await meetPeople(api.url)
  const { client, machine } = await people.createClient()
  const token = await tokenOf(api.url, 'admin1')
  const game = await call<GameResponse>(api.url, 'POST /api/Games', { token, body: newGame() })
  const machineId = machine.idMachine
  const path = `PUT /api/Machines/${machineId}/credit`
  const credit = await call<CreditResponse>(api.url, path, { token, body: { amount: 1 } })
  const activityId = credit.body.activityId ?? 0
  const about = { machineId, text: 'A note' }
  const note = await call<NoteResponse>(api.url, 'POST /api/notes', { token, body: about })
  const noteId = note.body.id
  return { api, token, userId: client.userId, machineId, gameId: game.body.id, activityId, noteId }
}

const newGame = (): Fields => ({ name: newName('game'), type: 'Slot', gameState: true })

let logins = 0
/** Takes turns, so that no name reaches the sign-in limits. */
const someAccount = (): string => ACCOUNTS[(logins += 1) % ACCOUNTS.length] ?? ''

const NO_STEP = '00000000-0000-4000-8000-000000000000'
/** The response of a passkey that no user has. */
const PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30' } }

interface Body {
  shape: Fields
  /** The status of the answer to the sample if it is an error, since what the sample names does not exist. */
  rejectedStatus?: number
  /** A valid body with everything that the call accepts. */
  sample: (attacker: Attacker) => Fields
}

/** The calls that take a body. */
export const BODIES: Readonly<Record<string, Body>> = {
  'POST /api/Auth/login': {
    shape: loginRequest.shape,
    sample: () => ({ Username: someAccount(), Password: 'not the password' }),
  },
  'POST /api/Auth/second-factor': {
    shape: secondStepRequest.shape,
    rejectedStatus: 401,
    sample: () => ({ id: NO_STEP, code: '123456', passkey: PASSKEY }),
  },
  'POST /api/Auth/second-factor/enrol': {
    shape: stepRequest.shape,
    rejectedStatus: 401,
    sample: () => ({ id: NO_STEP }),
  },
  'POST /api/Auth/second-factor/passkey': {
    shape: stepRequest.shape,
    rejectedStatus: 401,
    sample: () => ({ id: NO_STEP }),
  },
  'POST /api/Auth/passkey': {
    shape: passkeySignInRequest.shape,
    rejectedStatus: 401,
    sample: () => ({ passkey: PASSKEY }),
  },
  'POST /api/Auth/totp': {
    shape: enrolRequest.shape,
    rejectedStatus: 400,
    sample: () => ({ currentPassword: 'not the password' }),
  },
  'POST /api/Auth/totp/confirm': {
    shape: confirmTotpRequest.shape,
    rejectedStatus: 400,
    sample: () => ({ code: '123456' }),
  },
  'POST /api/Auth/recovery-codes/kept': {
    shape: keptCodes.shape,
    rejectedStatus: 409,
    sample: () => ({ recoveryCodes: ['ABCD-EFGH-JKLM-NPQR'] }),
  },
  'POST /api/Auth/passkeys/options': {
    shape: enrolRequest.shape,
    rejectedStatus: 400,
    sample: () => ({ currentPassword: 'not the password' }),
  },
  'POST /api/Auth/passkeys': {
    shape: addPasskeyRequest.shape,
    rejectedStatus: 400,
    sample: () => ({ name: 'Phone', passkey: PASSKEY }),
  },
  'POST /api/Auth/password-strength': {
    shape: passwordStrengthRequest.shape,
    sample: () => ({ password: 'violet', userName: 'A name', nameClient: 'A name' }),
  },
  'POST /api/Auth/proof': {
    shape: proofRequest.shape,
    rejectedStatus: 400,
    sample: () => ({ code: '123456', passkey: PASSKEY, factor: 'totp' }),
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
      blockedUntil: null,
      reason: 'a reason',
    }),
  },
  'PUT /api/Machines/:machineId/credit': {
    shape: creditRequest.shape,
    sample: () => ({ amount: 1, reason: 'a reason' }),
  },
  'PUT /api/Machines/:machineId/config': {
    shape: machineConfigChange.shape,
    sample: () => ({ ...DEFAULT_MACHINE_CONFIG, serviceMode: false, reason: 'a reason' }),
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
    sample: ({ machineId }) => ({
      items: [{ machineId, amount: 1 }],
      followedBy: [{ machineId, amount: 1 }],
      reason: 'a reason',
    }),
  },
  'POST /api/Machines/bulk/block': {
    shape: bulkMachineBlockRequest.shape,
    sample: ({ machineId }) => ({
      items: [{ machineId, blocked: false }],
      followedBy: [{ machineId, blocked: false }],
      until: null,
      reason: 'a reason',
    }),
  },
  'POST /api/Machines/bulk/config': {
    shape: bulkConfigRequest.shape,
    sample: ({ machineId }) => ({ config: { pingBrowser: 30 }, items: [{ machineId }], reason: 'a reason' }),
  },
  'POST /api/Users/bulk/block': {
    shape: bulkUserBlockRequest.shape,
    sample: ({ userId }) => ({
      items: [{ userId, blocked: false }],
      followedBy: [{ userId, blocked: false }],
      until: null,
      reason: 'a reason',
    }),
  },
  'POST /api/notes': {
    shape: noteRequest.shape,
    // either machineId or userId
    sample: ({ machineId }) => ({ machineId, userId: undefined, text: 'A note' }),
  },
  'POST /api/activity/bulk/revert': {
    shape: bulkRevertRequest.shape,
    sample: ({ activityId }) => ({
      items: [{ activityId }],
      followedBy: [{ activityId }],
      reason: 'a reason',
    }),
  },
  'POST /api/attention/marks': {
    shape: attentionMarksRequest.shape,
    sample: () => ({ ids: [1], until: 'none' }),
  },
  'PUT /api/attention/thresholds': {
    shape: attentionThresholds.shape,
    sample: () => ({ hidden: ['offline'], payoutCents: 50_000, creditChangeCents: 1_000_000 }),
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

/** Sends a call that is valid except for the change. */
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
