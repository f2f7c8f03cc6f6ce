import type { Fault } from './misbehaving'

/*
 * What may go wrong with a remote, as data. Of the usual 63 faults, 59 can occur here. These four cannot: a
 * missing CORS header of the environment (it has the page's own origin), style sheet faults (no remote has a
 * style sheet) and a stale manifest (there is none; an entry is named by its hash). 53 are in this table,
 * with more of the same kinds. The other six have their own tests: a permanently frozen tab (frozenTab.spec),
 * a release replaced under an open tab and a half-deployed release (updateNotice.spec), files that a deploy
 * removed, two tabs on two versions and a rollback (deploys.spec).
 */

const answer = (status: number, body: string, type = 'text/plain'): Fault => ({
  kind: 'answer',
  status,
  body,
  type,
})
const HTML = '<!doctype html><html></html>'
export const ENTRY = /remoteEntry/
export const CHUNK = /async\/managed-machines/

/** Faults of the environment document: nothing starts, the page says why, and 'Reintentar' reads it again. */
export const documentFaults: [what: string, fault: Fault, seen: string][] = [
  ['403', answer(403, 'no'), 'the server answered 403'],
  ['404', answer(404, 'no'), 'the server answered 404'],
  ['500 with text', answer(500, 'oops'), 'the server answered 500'],
  ['500 with JSON', answer(500, '{"schema":1}', 'application/json'), 'the server answered 500'],
  ['502 with HTML', answer(502, HTML, 'text/html'), 'the server answered 502'],
  ['200 with HTML', answer(200, HTML, 'text/html'), 'it is not JSON'],
  ['empty', answer(200, ''), 'it is not JSON'],
  ['truncated', answer(200, '{"schema": 1, "name": "e2'), 'it is not JSON'],
  ['{}', answer(200, '{}'), 'schema: is missing'],
  ['null', answer(200, 'null'), 'is not an object'],
  ['[]', answer(200, '[]'), 'is not an object'],
  ['reset', { kind: 'reset' }, 'it could not be read'],
  ['hang', { kind: 'hang' }, 'it could not be read'],
  [
    'redirected to another origin',
    { ...answer(302, ''), headers: { Location: 'http://elsewhere.invalid/' } } as Fault,
    'it could not be read',
  ],
  ['50 MB of nothing', answer(200, ' '.repeat(50_000_000)), 'it is not JSON'],
]

/** Faults of the remote's server: a panel that names the remote replaces the screen, until the server works again. */
export const serverFaults: [what: string, path: RegExp, fault: Fault, phase: string][] = [
  ['the server is down', /./, { kind: 'reset' }, 'load'],
  ['the entry is 404', ENTRY, answer(404, 'Not found'), 'load'],
  ['the entry is 500', ENTRY, answer(500, '{}', 'application/json'), 'load'],
  ['the entry is of a wrong type', ENTRY, answer(200, '1', 'text/plain'), 'load'],
  ['the entry is HTML', ENTRY, answer(200, HTML, 'text/html'), 'load'],
  ['one byte of the entry is altered', ENTRY, { kind: 'tamper' }, 'load'],
  ['the entry is truncated', ENTRY, { kind: 'truncate' }, 'load'],
  ['the entry is 50 MB', ENTRY, answer(200, ' '.repeat(50_000_000), 'text/javascript'), 'load'],
  ['the entry is reset', ENTRY, { kind: 'reset' }, 'load'],
  ['the entry hangs', ENTRY, { kind: 'hang' }, 'timeout'],
  [
    'the entry lacks its CORS header',
    ENTRY,
    { kind: 'without', headers: ['access-control-allow-origin'] },
    'load',
  ],
  [
    'the entry is redirected to another origin',
    ENTRY,
    { ...answer(302, ''), headers: { Location: 'http://elsewhere.invalid/' } } as Fault,
    'load',
  ],
  ['the chunk is 404', CHUNK, answer(404, 'Not found'), 'load'],
  ['the chunk is reset', CHUNK, { kind: 'reset' }, 'load'],
  ['one byte of the chunk is altered', CHUNK, { kind: 'tamper' }, 'load'],
  ['the chunk is truncated', CHUNK, { kind: 'truncate' }, 'load'],
  ['the chunk hangs', CHUNK, { kind: 'hang' }, 'timeout'],
]

/** Faults of a dialog's chunk: the dialog does not open, a toast says so, and the screen stays mounted. */
export const deepFaults: [what: string, fault: Fault][] = [
  ['is 404', answer(404, 'Not found')],
  ['is reset', { kind: 'reset' }],
  ['hangs', { kind: 'hang' }],
  ['is altered', { kind: 'tamper' }],
  ['is truncated', { kind: 'truncate' }],
]
