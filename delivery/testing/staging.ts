import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach } from '@jest/globals'
import type { Environment } from '@console/shared-kernel/remote'

import { execute } from '../src/consoleDelivery'
import { environmentIn } from '../src/site/page'
import { testSite } from './site'

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
  // not after each test: a service that a later hook ends still writes into its site
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
