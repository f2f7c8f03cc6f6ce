/**
 * Who may call what. The guard (http/guard.ts) enforces it, a route without a row stops the server from
 * starting, and the tests are generated from it: nothing about access is decided anywhere else.
 */
export interface AccessRule {
  /** `signed-in`: a live session of a user who is not blocked, nor below someone who is. */
  readonly caller: 'anyone' | 'signed-in'
  /** Whom the `userId` of the path may name. Everybody else is a 403, existing or not. */
  readonly target?: 'caller or below'
}

export type AccessTable = Readonly<Record<string, AccessRule>>

const anyone: AccessRule = { caller: 'anyone' }
const signedIn: AccessRule = { caller: 'signed-in' }

/** The console's API. Keys are method and pattern. */
export const API_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'POST /api/Auth/login': anyone,
  'GET /api/Auth/validate': anyone,
  'POST /api/Auth/logout': signedIn,
  'GET /api/Users': signedIn,
  'GET /api/Users/current': signedIn,
  'GET /api/Users/all-hierarchy': signedIn,
  'GET /api/Users/children': signedIn,
  'GET /api/Users/children/:userId': { caller: 'signed-in', target: 'caller or below' },
  'GET /api/Users/countries': signedIn,
  'GET /api/internal/query': signedIn,
}

/** The external reports service. */
export const EXTERNAL_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/external/query': signedIn,
}
