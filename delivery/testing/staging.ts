import { readFileSync, writeFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { afterAll, beforeEach } from '@jest/globals'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { execute } from '../src/consoleDelivery'
import { environmentIn } from '../src/site/page'
import { tmpdir } from 'node:os'
import { integrityOf } from '../src/site/files'
import type { HostRecord } from '../src/site/releaseRecords'
import { HOST } from './site'

/** Creates a site for a test, and built folders to publish into it. */
function testSite() {
  const folder = mkdtempSync(join(tmpdir(), 'console-site-'))
  let built = 0
  const build = (
    files: Record<string, string>,
    record: (files: Release['files']) => object,
    name: string,
  ) => {
    const dist = join(folder, 'built', String((built += 1)))
    for (const [path, text] of Object.entries(files)) write(join(dist, path), text)
    const code = Object.entries(files).filter(([path]) => path.endsWith('.js'))
    const described = code.map(([path, text]) => {
      const content = Buffer.from(text)
      return [path, { bytes: content.length, integrity: integrityOf(content) }] as const
    })
    write(join(dist, name), JSON.stringify(record(Object.fromEntries(described))))
    return dist
  }
  return {
    root: join(folder, 'site'),
    remote: (release: Partial<Release> = {}, code = 'code') => {
      const entry = 'remoteEntry.00000001.js'
      const chunk = 'static/js/screen.00000002.js'
      const make = (files: Release['files']): Release => ({ ...RELEASE, entry, files, ...release })
      return build({ [entry]: `entry of ${code}`, [chunk]: code }, make, 'release.json')
    },
    host: (host: Partial<HostRecord> = {}) => {
      const main = 'static/js/index.0000000a.js'
      const ahead = 'static/js/console-area.0000000b.js'
      const first = 'static/js/first-paint.0000000c.js'
      const files = { 'index.html': pageOf(first, main), [main]: 'main', [ahead]: 'ahead', [first]: 'first' }
      return build(
        files,
        (described) => ({
          ...HOST,
          exports: { react: ['use', 'useState'], '@console/shared-kernel/table': ['DataTable'] },
          files: described,
          start: [main],
          login: [main],
          preload: [ahead],
          ...host,
        }),
        'host.json',
      )
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const pageOf = (first: string, main: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><script src="/${first}"></script><title>Console</title><script defer src="/${main}"></script></head><body></body></html>`

const RELEASE: Omit<Release, 'entry' | 'files'> = {
  schema: 1,
  name: 'users',
  version: '1.0.0',
  build: '11111111',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '^1.0.0',
  react: '^19.0.0',
  imports: {},
  screens: [
    {
      path: '/',
      module: './Users',
      title: 'Users',
      nav: { label: 'Users', icon: 'people', order: 10 },
      preload: ['static/js/screen.00000002.js'],
    },
  ],
}

/* A site for each test; `start` creates an environment named staging in it. */

/** Publishing several builds takes seconds on a busy machine. */
const OPENING_MS = 60_000

let site: ReturnType<typeof testSite>

/** @param opening functions that run before each test */
export function freshSite(...opening: (() => Promise<unknown>)[]): void {
  const sites: (typeof site)[] = []
  beforeEach(async () => {
    site = testSite()
    sites.push(site)
    for (const step of opening) await step()
  }, OPENING_MS)
  // not after each test: a service that a later hook stops still writes to its site
  afterAll(() => sites.forEach((one) => one.remove()))
}

/** Returns a path below the root of the site. */
export const sitePath = (path = ''): string => join(site.root, path)
export const builtRemote: typeof site.remote = (...args) => site.remote(...args)
export const builtHost: typeof site.host = (...args) => site.host(...args)

/** Publishes host@2.1.0 with an edited page. */
export async function publishHostWithPage(edit: (html: string) => string): Promise<void> {
  const dist = builtHost({ version: '2.1.0', build: 'bbbbbbbb' })
  const file = join(dist, 'index.html')
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
  await run('publish', dist)
}

const wordsIn = (text: string): string[] => text.split(' ').filter((word) => word !== '')

export async function run(command: string, words: string): Promise<string> {
  return (await execute([command, ...wordsIn(words), '--site', sitePath()])).join('\n')
}

/** Runs the command as a team does: with the service's address and a token, without the site's folder. */
export async function runRemotely(service: { url: string; token: string }, words: string): Promise<string> {
  process.env.CONSOLE_DELIVERY_URL = service.url
  process.env.CONSOLE_DELIVERY_TOKEN = service.token
  try {
    return (await execute(wordsIn(words))).join('\n')
  } finally {
    delete process.env.CONSOLE_DELIVERY_URL
    delete process.env.CONSOLE_DELIVERY_TOKEN
  }
}

export const publicFile = (name: string) => join(sitePath('environments/staging/public'), name)
export const page = () => readFileSync(publicFile('index.html'), 'utf8')
export const served = (): Environment => environmentIn(page())!
export const idOf = (name = 'users') => served().remotes[name]?.release.build

const ADDRESSES =
  '--api-url http://api.test --reports-url http://reports.test --releases-url http://static.test/ --time-zone Europe/Madrid'
/** @param more further options */
export const init = (name: string, more = '') => run('init', `--env ${name} ${ADDRESSES} ${more}`)

/** Creates an environment with a host and users@1.0.0. */
export async function start(): Promise<void> {
  await init('staging')
  await run('publish', builtHost())
  await run('publish', builtRemote())
  await run('promote', 'host@2.0.0 --env staging --why start')
  await run('promote', 'users@1.0.0 --env staging --why start')
}
export const publishNext = () =>
  run('publish', builtRemote({ version: '1.1.0', build: '22222222' }, 'newer code'))
export const promoteNext = () => run('promote', `users@1.1.0 --env staging --why better`)
