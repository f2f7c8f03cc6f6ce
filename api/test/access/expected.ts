import type { Relation, Relative } from './family'

/** Who calls, and about whom, in the terms of the access rules. */
interface Case {
  level: number
  relation: Relation
  target: Relative
}

const isBelow = ({ relation }: Case): boolean =>
  relation === 'child' || relation === 'grandchild' || relation === 'descendant'
const isManager = ({ level }: Case): boolean => level <= 5
const isAdministrator = ({ level }: Case): boolean => level <= 2

/** Forbidden and unknown get the same answer, except for the Master, who sees all users. */
const rejectedStatus = ({ level, relation }: Case): number =>
  level === 1 && relation === 'unknown id' ? 404 : 403

interface TargetedCall {
  row: string
  /** `machine`: about a machine of the relative. Relatives without one are left out. */
  about: 'user' | 'machine'
  /** The call deletes its target, or ends its sessions, so it gets a copy of the relative. */
  deletes?: true
  body?: (target: Relative) => unknown
  expected: (one: Case) => number
}

const ofMachines = (one: Case): number =>
  isManager(one) && isBelow(one) ? 200 : isManager(one) ? rejectedStatus(one) : 403
const ofAccess = (one: Case): number =>
  isAdministrator(one) ? (isBelow(one) ? 204 : rejectedStatus(one)) : 403
const ofSettings = (one: Case): number =>
  isAdministrator(one) ? (isBelow(one) ? 200 : rejectedStatus(one)) : 403

const CONFIG = { pingBrowser: 30 }
const SETTINGS = { selectedGames: [] }

export const TARGETED: readonly TargetedCall[] = [
  {
    row: 'GET /api/Users/children/:id',
    about: 'user',
    expected: (one) => (one.relation === 'self' || isBelow(one) ? 200 : rejectedStatus(one)),
  },
  {
    row: 'GET /api/Users/counts/:id',
    about: 'user',
    expected: (one) => (one.relation === 'self' || isBelow(one) ? 200 : rejectedStatus(one)),
  },
  {
    row: 'PUT /api/Users/:id',
    about: 'user',
    body: () => ({ password: '' }),
    expected: (one) => (one.relation === 'self' || isBelow(one) ? 200 : rejectedStatus(one)),
  },
  {
    row: 'DELETE /api/Users/:id',
    about: 'user',
    deletes: true,
    expected: ofAccess,
  },
  { row: 'POST /api/Users/:id/unlock', about: 'user', expected: ofAccess },
  { row: 'POST /api/Users/:id/end-sessions', about: 'user', deletes: true, expected: ofAccess },
  {
    row: 'POST /api/Users/:id/reset-factor',
    about: 'user',
    deletes: true,
    expected: (one) => (isManager(one) ? (isBelow(one) ? 200 : rejectedStatus(one)) : 403),
  },
  {
    row: 'POST /api/machines/auto-create/:id',
    about: 'user',
    expected: (one) => {
      if (!isManager(one)) return 403
      if (!isBelow(one)) return rejectedStatus(one)
      return one.target.level >= 6 ? 201 : 400
    },
  },
  { row: 'GET /api/Games/user-settings/:id', about: 'user', expected: ofSettings },
  { row: 'PUT /api/Games/user-settings/:id', about: 'user', body: () => SETTINGS, expected: ofSettings },
  {
    row: 'PUT /api/Machines/:id/credit',
    about: 'machine',
    body: () => ({ amount: 1 }),
    expected: ofMachines,
  },
  { row: 'PUT /api/Machines/:id/toggle-block', about: 'machine', expected: ofMachines },
  { row: 'GET /api/Machines/:id/config', about: 'machine', expected: ofMachines },
  { row: 'GET /api/Machines/:id/config/common', about: 'machine', expected: ofMachines },
  {
    row: 'GET /api/Machines/:id/trend',
    about: 'machine',
    expected: (one) => (one.relation === 'self' || isBelow(one) ? 200 : rejectedStatus(one)),
  },
  { row: 'PUT /api/Machines/:id/config', about: 'machine', body: () => CONFIG, expected: ofMachines },
]

interface BulkCall {
  row: string
  about: 'user' | 'machine'
  /** Who may call at all. */
  levels: readonly number[]
  body: (target: Relative) => object
  /** The status of the only result, the same as for the single call. */
  expected: (one: Case) => number
}

const MANAGERS = [1, 2, 3, 4, 5]
const machineItem = (over: object) => (target: Relative) => ({
  items: [{ machineId: target.machineId, ...over }],
})
const ofUsers = (one: Case): number => (isBelow(one) ? 200 : rejectedStatus(one))

export const BULK: readonly BulkCall[] = [
  {
    row: 'POST /api/Machines/bulk/credit',
    about: 'machine',
    levels: MANAGERS,
    body: machineItem({ add: 1 }),
    expected: ofMachines,
  },
  {
    row: 'POST /api/Machines/bulk/block',
    about: 'machine',
    levels: MANAGERS,
    body: machineItem({ blocked: false }),
    expected: ofMachines,
  },
  {
    row: 'POST /api/Machines/bulk/config',
    about: 'machine',
    levels: MANAGERS,
    body: (target) => ({ config: CONFIG, items: [{ machineId: target.machineId }] }),
    expected: ofMachines,
  },
  {
    row: 'POST /api/Users/bulk/block',
    about: 'user',
    levels: MANAGERS,
    body: ({ userId }) => ({ items: [{ userId, blocked: false }] }),
    expected: ofUsers,
  },
]

/** Blocking a user with botonBlockedDeshabilitado. @param lifted the same call lifts the flag */
export const blockingProtected = (one: Case, lifted: boolean): number =>
  isBelow(one) && !lifted ? 403 : ofUsers(one)

export const COPY = 'POST /api/Games/user-settings/copy'
export const copying = ofSettings

/** Reverts a credit change: the same rule as for changing the credit. */
export const REVERT = 'POST /api/activity/:activityId/revert'
export const BULK_REVERT = 'POST /api/activity/bulk/revert'
export const reverting = ofMachines

/** Who may write and read a note about a user, or about a machine of theirs. */
export const noting = (one: Case): number => (isBelow(one) ? 201 : rejectedStatus(one))

/** Creating a user below the parent that the body names. */
export function creatingUnder(one: Case): number {
  if (!isManager(one)) return 403
  if (one.relation !== 'self' && !isBelow(one)) return rejectedStatus(one)
  return one.target.level <= 5 ? 201 : 403
}

/** Filtering a report, a list or the activity by a user or a machine. */
export const filteringBy = (one: Case): number =>
  one.relation === 'self' || isBelow(one) ? 200 : rejectedStatus(one)

interface PlainCall {
  row: string
  body?: unknown
  expected: (level: number) => number
}

const anybody = () => 200
const ADMINISTRATORS = (status: number) => (level: number) => (level <= 2 ? status : 403)
const OPERATORS = (level: number) => (level <= 5 ? 200 : 403)
const THRESHOLDS = { hidden: [], payoutCents: 50_000, creditChangeCents: 1_000_000 }
const GAME = { name: 'Access', type: 'Slot', gameState: true }
const RANGE = 'dateFrom=2026-01-01&dateTo=2026-01-01&timeFrom=00:00&timeTo=23:59'

export const REPORT = `GET /api/internal/query?queryType=Total&${RANGE}`
export const EXTERNAL_REPORT = `GET /api/external/query?queryType=Total&tipoMovs=2,3&${RANGE}`

export const ACTIVITY = 'GET /api/activity?limit=1'

/** Answers every signed-in user with a stream. */
export const EVENTS = 'GET /api/events'

/** Calls that name no user. */
export const PLAIN: readonly PlainCall[] = [
  { row: 'GET /api/Auth/sessions', expected: anybody },
  { row: 'GET /api/Auth/factors', expected: anybody },
  { row: 'POST /api/Auth/password-strength', body: { password: 'violet' }, expected: anybody },
  { row: 'GET /api/Users', expected: anybody },
  { row: 'GET /api/Users/current', expected: anybody },
  { row: 'GET /api/Users/all-hierarchy', expected: anybody },
  { row: 'GET /api/Users/children', expected: anybody },
  { row: 'GET /api/Users/counts', expected: anybody },
  { row: 'GET /api/Users/countries', expected: anybody },
  { row: 'GET /api/Machines', expected: anybody },
  { row: 'GET /api/Machines/available-games', expected: anybody },
  { row: 'GET /api/Games', expected: anybody },
  { row: 'GET /api/Games/1', expected: anybody },
  { row: 'POST /api/Games', body: GAME, expected: ADMINISTRATORS(201) },
  { row: 'PUT /api/Games/1', body: GAME, expected: ADMINISTRATORS(200) },
  { row: 'DELETE /api/Games/987654321', expected: ADMINISTRATORS(404) },
  { row: REPORT, expected: anybody },
  { row: ACTIVITY, expected: anybody },
  { row: 'GET /api/overview', expected: OPERATORS },
  { row: 'GET /api/attention', expected: OPERATORS },
  { row: 'POST /api/attention/marks', body: { ids: [1], until: 'none' }, expected: OPERATORS },
  { row: 'PUT /api/attention/thresholds', body: THRESHOLDS, expected: OPERATORS },
  { row: 'GET /api/notes?search=nothing', expected: anybody },
  { row: 'DELETE /api/notes/987654321', expected: (level) => (level === 1 ? 404 : 403) },
]

/**
 * Only about the caller's own sessions and factors. Tested in ownSessions, secondFactor, passkeys and proofs.
 */
export const OWN: readonly string[] = [
  'DELETE /api/Auth/passkeys/:passkeyId',
  'DELETE /api/Auth/sessions',
  'DELETE /api/Auth/sessions/:sessionId',
  'DELETE /api/Auth/totp',
  'POST /api/Auth/passkeys',
  'POST /api/Auth/passkeys/options',
  'POST /api/Auth/proof',
  'POST /api/Auth/proof/passkey',
  'POST /api/Auth/recovery-codes',
  'POST /api/Auth/recovery-codes/kept',
  'POST /api/Auth/totp',
  'POST /api/Auth/totp/confirm',
]

/** A sample call for a row of the access table, with an id that no user has. */
export const sampleOf = (row: string): string =>
  row
    .replace(':userId', '987654321')
    .replace(':gameId', '1')
    .replace(':activityId', '987654321')
    .replace(':noteId', '987654321')
    .replace(':machineId', '00000000-0000-4000-8000-000000000000')
    .replace(':sessionId', '00000000-0000-4000-8000-000000000000')
    .replace(':passkeyId', 'none')
