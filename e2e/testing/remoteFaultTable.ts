import { kernelRange } from '@console/remote-preset/host'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { containerOf, reactContainerOf } from './handmadeRemote'
import type { Fault } from './misbehaving'

/*
 * What may go wrong with a remote, as data. Of the usual 63 faults 59 can occur here. Not these four: a missing
 * CORS header of the environment (it is of the page's own origin), faults of style sheets (no remote has one)
 * and a stale manifest (there is none; an entry is named by its hash). 53 are in this table, with more of the
 * same kinds. The other six have tests of their own: a tab that is frozen for good (frozenTab.spec), a release
 * replaced under an open tab and a half-deployed release (updateNotice.spec), files that a deploy removed, two
 * tabs on two versions and a rollback (deploys.spec).
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

type Deployment = Environment['remotes'][string]
const withRelease = (change: (release: Deployment['release']) => object) => (deployment: Deployment) => ({
  ...deployment,
  release: { ...deployment.release, ...change(deployment.release) },
})
const withFiles = (file: object) =>
  withRelease(({ files }) => ({
    files: Object.fromEntries(Object.entries(files).map(([path, { bytes }]) => [path, { bytes, ...file }])),
  }))

/**
 * Faults of one remote's record: only that remote is missing. Its address names the field; 'Reintentar' reads it again.
 */
export const recordFaults: [what: string, change: (deployment: Deployment) => object, seen: string][] = [
  ['another remote’s name', withRelease(() => ({ name: 'users' })), 'release.name: is "users"'],
  ['no integrity', withFiles({}), 'integrity: is missing'],
  ['integrity that is none', withFiles({ integrity: 'md5-x' }), 'integrity: is not a sha384 hash'],
  ['no release', (deployment) => ({ ...deployment, release: null }), 'release: is not an object'],
  ['an entry outside its files', withRelease(() => ({ entry: 'x.js' })), 'entry: names x.js'],
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

/** The user leaves while the screen loads: its failure must not appear. */
export const leftFaults: [what: string, path: RegExp, fault: Fault, phase: string | null][] = [
  ['the entry comes late', ENTRY, { kind: 'slow', ms: 2_000 }, null],
  ['the chunk comes late', CHUNK, { kind: 'slow', ms: 2_000 }, null],
  ['the entry never comes', ENTRY, { kind: 'hang' }, 'timeout'],
  ['the chunk never comes', CHUNK, { kind: 'hang' }, 'timeout'],
]

/** Faults of a dialog's chunk: the dialog does not open, a toast says so, and the screen stays mounted. */
export const deepFaults: [what: string, fault: Fault][] = [
  ['is 404', answer(404, 'Not found')],
  ['is reset', { kind: 'reset' }],
  ['hangs', { kind: 'hang' }],
  ['is altered', { kind: 'tamper' }],
  ['is truncated', { kind: 'truncate' }],
]

const [major, minor] = kernelRange.slice(1).split('.').map(Number) as [number, number]

/** The release needs what this host lacks: a message names it, and none of its files is requested. */
export const rangeFaults: [what: string, needs: Partial<Pick<Release, 'kernel' | 'react'>>][] = [
  ['a newer minor kernel, as a new remote in an old host', { kernel: `^${major}.${minor + 1}.0` }],
  ['the next major kernel, as after a swap that breaks the contract', { kernel: `^${major + 1}.0.0` }],
  ['the major kernel before, as an old remote in a new host', { kernel: `^${major - 1}.9.0` }],
  ['another React', { react: '^18.0.0' }],
]

const broken = (members: string) => (name: string) => `window['${name}'] = { ${members} }`

/** The remote's code fails before it renders: a panel names the remote, and a retry fails again. */
export const codeFaults: [what: string, code: (container: string) => string, phase: string][] = [
  ['throws at top level', () => 'throw new Error("at the top")', 'load|module'],
  ['sets no global', () => '0', 'load|module'],
  ['throws in init', broken('init() { throw new Error("in init") }, get() {}'), 'module'],
  ['throws in get', broken('init() {}, get() { throw new Error("in get") }'), 'module'],
  ['has a get that never settles', broken('init() {}, get: () => new Promise(() => 0)'), 'timeout'],
  ['exports no component', containerOf('"a text"'), 'module'],
  ['throws in render', containerOf('() => { throw new Error("in render") }'), 'render'],
  [
    'throws in an effect',
    reactContainerOf('() => { React.useEffect(() => { throw new Error("in effect") }); return "Odd" }'),
    'render',
  ],
  [
    'renders without end',
    reactContainerOf('() => { const [n, set] = React.useState(0); set(n + 1); return "Odd" }'),
    'render',
  ],
]

/** Faults in code that still renders: the screen stays, and so does everything around it. */
export const survivedFaults: [what: string, component: string, phase: string | null][] = [
  ['throws in a timer', '() => { setTimeout(() => { throw new Error("later") }); return "Odd" }', 'running'],
  ['leaves a promise rejected', '() => { Promise.reject(new Error("later")); return "Odd" }', 'running'],
  [
    'throws in an event handler',
    '() => React.createElement("button", { ref: (b) => b && setTimeout(() => b.click()), onClick: () => { throw new Error("on click") } }, "Odd")',
    'running',
  ],
  [
    'throws in its cleanup',
    '() => { React.useEffect(() => () => { throw new Error("in cleanup") }, []); return "Odd" }',
    null,
  ],
  [
    'holds the tab for 5 s',
    '() => { const end = Date.now() + 5000; while (Date.now() < end); return "Odd" }',
    null,
  ],
  ['replaces fetch', '() => { window.fetch = () => Promise.reject(new Error("mine")); return "Odd" }', null],
  ['writes to Object.prototype', '() => { Object.prototype.odd = () => 1; return "Odd" }', null],
  [
    'writes another address',
    '() => { React.useEffect(() => history.pushState(null, "", "/nowhere"), []); return "Odd" }',
    null,
  ],
  ['leaks style', '() => { document.styleSheets[0].insertRule("h1 { color: red }"); return "Odd" }', null],
]
