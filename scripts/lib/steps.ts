import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { overBudget } from '@console/delivery/budgets'
import { buildAll } from './builds'
import { findPostgres, findProgram } from '../testing/findPrograms.mjs'
import { ensureChromium } from './browser'
import { CommandError } from './commandError'
import { remotePackages, typePrograms } from './packages'
import { paths, root } from './paths'
import { inPool } from './pool'
import { startNode, type Ending, type Running } from './processes'
import {
  jestResults,
  mergeCounts,
  NONE,
  ONE_FAILED,
  ONE_PASSED,
  playwrightResults,
  slowestLines,
  type Counts,
  type Results,
} from './testResults'

export interface StepSettings {
  /** File names and options for jest and Playwright. */
  filters: string[]
  /** Runs complete tables of cases. */
  all: boolean
  over: AbortSignal
}

const AT_ONCE = 2
const POLL_MS = 250
/** Time for a runner to end after it has written its results. */
const TIME_TO_END_MS = 20_000

interface Check {
  name: string
  begin: () => Running
}

/** Prints the output of programs that exit with an error. */
async function check(checks: readonly Check[], over: AbortSignal): Promise<Counts> {
  const results = await inPool(checks, AT_ONCE, async ({ name, begin }) => {
    if (over.aborted) return false
    const child = begin()
    const { code, words } = await child.ended
    if (code !== 0 && !over.aborted) console.error(`${child.tail()}\n${name} ${words}`)
    return code === 0
  })
  return results.every(Boolean) ? ONE_PASSED : ONE_FAILED
}

/** Packages of one environment are one program with one checker: a second would check the same imports again. */
const TYPES: readonly Check[] = typePrograms.map((name) => ({
  name,
  begin: () => startNode([paths.tsc, '-p', join(root, name), '--checkers', '1']),
}))

/** The longest first: the others run at the same time. */
const LINT: readonly Check[] = [
  { name: 'eslint', begin: () => startNode([paths.eslint, '.']) },
  { name: 'kernel-api', begin: () => startNode([paths.run, 'kernelApi', '--check']) },
  { name: 'knip', begin: () => startNode([paths.knip, '--no-config-hints']) },
  // finds code that only tests use; `!` in knip.json marks what is delivered
  {
    name: 'knip of what is delivered',
    begin: () => startNode([paths.knip, '--no-config-hints', '--production', '--exclude', 'dependencies']),
  },
  { name: 'requirements', begin: () => startNode([paths.run, 'requirements']) },
  { name: 'oxfmt', begin: () => startNode([paths.oxfmt, '--check']) },
]

export const types = ({ over }: StepSettings): Promise<Counts> => check(TYPES, over)
export const lint = ({ over }: StepSettings): Promise<Counts> => check(LINT, over)
export const checks = ({ over }: StepSettings): Promise<Counts> => check([...LINT, ...TYPES], over)

export const unit = ({ filters, all }: StepSettings): Promise<Counts> => jest('unit', filters, allEnv(all))

/** Tests whose results must not depend on the number of server processes. */
const SHARED_TABLES = [
  'access',
  'attacks',
  'audit.test',
  'credit',
  'kill',
  'revokedSessions.test',
  'machines',
  'userChanges',
].map((name) => `api/test/${name}`)

/** Runs API tests against three server processes on one PostgreSQL. */
export async function processes({ filters }: StepSettings): Promise<Counts> {
  if (!findPostgres()) {
    console.warn('PostgreSQL is not installed: the API is tested as one process alone.')
    return { ...NONE, skipped: 1 }
  }
  const tables = filters.length > 0 ? filters : SHARED_TABLES
  const env = { ...allEnv(true), TEST_PROCESSES: '3' }
  return jest('processes', ['--selectProjects=postgres', '--', ...tables], env)
}

/**
 * Take minutes each, as root on Linux; the images only with buildah. They run one after another, because each
 * measures or starts servers.
 */
export async function long({ filters }: StepSettings): Promise<Counts> {
  const missing = missingForImages() ?? (findPostgres() ? null : 'PostgreSQL is not installed')
  if (missing) console.warn(`The images are neither built nor run: ${missing}.`)
  // not `--testPathIgnorePatterns`, which would replace what the projects ignore
  const ending = missing ? '(?<!/images)\\.long\\.' : '\\.long\\.'
  const files = (filters.length > 0 ? filters : ['']).map((filter) => `${filter}.*${ending}`)
  const projects = findPostgres() ? ['node', 'postgres'] : ['node']
  const args = ['--runInBand', '--selectProjects', ...projects, '--', ...files]
  const counts = await jest('long', args, { CONSOLE_TEST_LONG: '1', CONSOLE_TEST_ALL: '1' })
  return missing ? { ...counts, skipped: counts.skipped + 1 } : counts
}

/** Null where images can be built. Without user namespaces only root can chroot. */
function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'images are built as root on Linux'
  const missing = ['buildah', 'nginx', 'wget'].filter((name) => !findProgram(name))
  return missing.length === 0
    ? null
    : `not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`
}

/** The workers use all cores: rare, single-threaded garbage collection leaves more for the tests. */
const GARBAGE = ['--max-semi-space-size=64', '--single-threaded-gc']

function jest(name: string, args: string[], env: Record<string, string>): Promise<Counts> {
  const file = resultFile(name)
  const options = [...GARBAGE, paths.jest, '--json', `--outputFile=${file}`, ...args]
  const child = startNode(options, { output: 'show', env })
  return finish(child, file, jestResults)
}

export async function build({ over }: StepSettings): Promise<Counts> {
  return (await buildAll({ over })) ? ONE_PASSED : ONE_FAILED
}

export async function budgets(): Promise<Counts> {
  let isExceeded = false
  for (const name of ['host', ...remotePackages])
    for (const what of await overBudget(join(root, name, 'dist'))) {
      isExceeded = true
      console.error(`${name}: ${what}`)
    }
  return !isExceeded ? ONE_PASSED : ONE_FAILED
}

export async function e2e(settings: StepSettings): Promise<Counts> {
  const CHROMIUM_PATH = await ensureChromium()
  return playwright('e2e', join('e2e', 'playwright.config.ts'), settings, { CHROMIUM_PATH })
}

const FIREFOX_APT = 'apt-get update && apt-get install -y firefox-esr'

/** Skipped where Firefox is not installed. @throws CommandError if it was asked for by name */
export async function firefox(settings: StepSettings): Promise<Counts> {
  if (!existsSync(paths.firefox)) {
    const missing = `Firefox is not installed (${FIREFOX_APT}, or FIREFOX_PATH)`
    if (!settings.all) throw new CommandError(`${missing}.`)
    console.warn(`${missing}: the flows run in Chromium alone.`)
    return { ...NONE, skipped: 1 }
  }
  return playwright('firefox', join('e2e', 'firefox', 'playwright.config.ts'), settings, {})
}

function playwright(
  name: string,
  config: string,
  { filters, all }: StepSettings,
  env: Record<string, string>,
): Promise<Counts> {
  const file = resultFile(name)
  const options = ['--config', config, '--reporter=list,json', ...filters]
  const child = startNode([paths.playwright, 'test', ...options], {
    output: 'show',
    env: { ...env, ...allEnv(all), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  return finish(child, file, playwrightResults)
}

const allEnv = (all: boolean): Record<string, string> => (all ? { CONSOLE_TEST_ALL: '1' } : {})

function resultFile(step: string): string {
  mkdirSync(paths.results, { recursive: true })
  const file = join(paths.results, `${step}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * Stops a runner that does not end after writing its results, because a test left something open. It counts as
 * failed.
 */
async function finish<Written>(
  child: Running,
  file: string,
  read: (written: Written) => Results,
): Promise<Counts> {
  const { code } = await Promise.race([child.ended, endAfterResults(child, file)])
  if (!existsSync(file)) return mergeCounts(undefined, code === 0)
  const { counts, times } = read(JSON.parse(readFileSync(file, 'utf8')) as Written)
  const slowest = slowestLines(times)
  if (slowest.length > 0) console.log(['', 'The slowest:', ...slowest].join('\n'))
  return mergeCounts(counts, code === 0)
}

async function endAfterResults(child: Running, file: string): Promise<Ending> {
  let over = false
  void child.ended.then(() => (over = true))
  while (!over && !existsSync(file)) await pause(POLL_MS)
  for (let waited = 0; !over && waited < TIME_TO_END_MS; waited += POLL_MS) await pause(POLL_MS)
  if (!over) {
    console.error('All tests are done, but something that they opened is still open: ended by force.')
    await child.stop()
  }
  return child.ended
}
