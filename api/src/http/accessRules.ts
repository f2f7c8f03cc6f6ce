import type { WorkClass } from '../db/workClass'

/**
 * Who may call what. A route without a row stops the server from starting. Rules about what a body names are in
 * the services that the comments below name.
 */
export interface AccessRule {
  /** `signed-in`: a live session of a user who is not blocked, nor below someone who is. */
  caller: 'anyone' | 'signed-in'
  /** Without it, all levels. */
  levels?: readonly number[]
  /** Everything else is a 403, existing or not. */
  target?: Target
  /** Like `target`, for each item of a bulk call: everything else is a 403 among the results. */
  items?: Target
  /** Interactive if not set. */
  work?: RequestWork
}

export type RequestWork = Extract<WorkClass, 'interactive' | 'lists' | 'reports'>

/** `owned below`: a `machineId` whose owner is below the caller. The others: a `userId`. */
export type Target = 'caller or below' | 'below' | 'owned below'

export type AccessTable = Readonly<Record<string, AccessRule>>

const ADMINISTRATORS = [1, 2]
const MANAGERS = [1, 2, 3, 4, 5]

const anyone: AccessRule = { caller: 'anyone' }
const signedIn: AccessRule = { caller: 'signed-in' }
const list: AccessRule = { caller: 'signed-in', work: 'lists' }
const report: AccessRule = { caller: 'signed-in', work: 'reports' }
const administrators: AccessRule = { caller: 'signed-in', levels: ADMINISTRATORS }
const managers: AccessRule = { caller: 'signed-in', levels: MANAGERS }
const machineManagers: AccessRule = { ...managers, target: 'owned below' }
const bulkOfMachines: AccessRule = { ...managers, items: 'owned below' }
const administratorsOfUser: AccessRule = { ...administrators, target: 'below' }

/** Added to both listeners by the setting API_DOCS. Keys are method and pattern. */
export const DOCS_ACCESS: AccessTable = {
  'GET /api/docs': anyone,
  'GET /api/docs/json': anyone,
}

export const API_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'POST /api/Auth/login': anyone,
  'GET /api/Auth/validate': anyone,
  'POST /api/Auth/logout': signedIn,
  'GET /api/Users': list,
  'GET /api/Users/current': signedIn,
  'GET /api/Users/all-hierarchy': list,
  'GET /api/Users/children': list,
  'GET /api/Users/children/:userId': { ...list, target: 'caller or below' },
  'GET /api/Users/counts': list,
  'GET /api/Users/counts/:userId': { ...list, target: 'caller or below' },
  'GET /api/Users/countries': signedIn,
  // services/users/createUser checks the parent, which the body names
  'POST /api/Users': managers,
  // services/users/updateUser: of themselves, users change only password and client name
  'PUT /api/Users/:userId': { caller: 'signed-in', target: 'caller or below' },
  // services/users/deleteUser: not with users below, nor with machines unless a Client or Player
  'DELETE /api/Users/:userId': administratorsOfUser,
  'POST /api/Users/bulk/block': { ...managers, items: 'below' },
  'GET /api/Machines': list,
  'GET /api/Machines/available-games': signedIn,
  // the route: only Clients and Players have machines
  'POST /api/machines/auto-create/:userId': { ...managers, target: 'below' },
  'PUT /api/Machines/:machineId/credit': machineManagers,
  'PUT /api/Machines/:machineId/toggle-block': machineManagers,
  'GET /api/Machines/:machineId/config': machineManagers,
  'PUT /api/Machines/:machineId/config': machineManagers,
  'POST /api/Machines/bulk/credit': bulkOfMachines,
  'POST /api/Machines/bulk/block': bulkOfMachines,
  'POST /api/Machines/bulk/config': bulkOfMachines,
  'GET /api/Games': signedIn,
  'GET /api/Games/:gameId': signedIn,
  'POST /api/Games': administrators,
  'PUT /api/Games/:gameId': administrators,
  'DELETE /api/Games/:gameId': administrators,
  'GET /api/Games/user-settings/:userId': administratorsOfUser,
  'PUT /api/Games/user-settings/:userId': administratorsOfUser,
  // services/games/settingsToCopy checks the user that settings are copied from
  'POST /api/Games/user-settings/copy': { ...administrators, items: 'below' },
  'GET /api/internal/query': report,
  'GET /api/activity': list,
}

export const EXTERNAL_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/external/query': report,
}
