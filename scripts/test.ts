import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '@console/shared-kernel/command'
import { main, startNpmScript } from './lib/main'
import { paths } from './lib/paths'
import {
  countsOf,
  jestCounts,
  NONE,
  ONE_FAILED,
  ONE_PASSED,
  playwrightCounts,
  runSteps,
  type Counts,
} from './lib/steps'
import { waitUntilStopped, type Running } from '../packages/emulator/src/processes'
import { findPostgres, findProgram } from './testing/findPrograms.mjs'

interface TestSettings {
  /** File names and options, passed to jest and Playwright. */
  filters: string[]
  /** Runs complete tables of cases. */
  all: boolean
}

/** The steps in order of execution. `script` runs the npm script with the name of the step. */
const STEPS = {
  types: script,
  lint: script,
  checks: script,
  unit,
  processes,
  build: script,
  budgets: script,
  e2e,
  firefox,
  long,
}
type StepName = keyof typeof STEPS

/** These steps run only with `--all`, or if they are named. */
const ONLY_WITH_ALL: readonly StepName[] = ['processes', 'firefox']

/** These steps run only if named. `checks` includes types and lint; steps that need a build make it. */
const BY_NAME: readonly StepName[] = ['types', 'lint', 'build', 'long']

/** `npm test [-- steps...] [--all] [filters for jest and Playwright...]`. Exits with 1 after any failure. */
const run = (args: string[]): Promise<number> =>
  waitUntilStopped(async (over) => {
    const names = Object.keys(STEPS) as StepName[]
    const named = names.filter((name) => args.includes(name))
    const all = args.includes('--all')
    const unnamed = names.filter((name) => !BY_NAME.includes(name) && (all || !ONLY_WITH_ALL.includes(name)))
    const steps = named.length > 0 ? named : unnamed
    const filters = args.filter((arg) => arg !== '--all' && !names.some((name) => name === arg))
    const settings = { filters, all }
    return runSteps(
      steps.map((name) => ({ name, run: () => STEPS[name](settings, name) })),
      over,
    )
  })

async function script(_: TestSettings, name: string): Promise<Counts> {
  const { code } = await startNpmScript(name, { output: 'show' }).ended
  return code === 0 ? ONE_PASSED : ONE_FAILED
}

function unit({ filters, all }: TestSettings): Promise<Counts> {
  return jest('unit', filters, allEnv(all))
}

/** Tests whose results must not depend on the number of server processes. */
const SHARED_TABLES = [
  'access',
  'attacks',
  'audit.',
  'credit',
  'kill',
  'machines',
  'revokedSessions.all',
  'userChanges',
]

/** Runs API tests against three server processes on one PostgreSQL. */
async function processes({ filters }: TestSettings): Promise<Counts> {
  if (!findPostgres()) {
    console.warn('PostgreSQL is not installed: the API is tested as one process alone.')
    return { ...NONE, skipped: 1 }
  }
  const tables = filters.length > 0 ? filters : SHARED_TABLES.map((name) => `api/test/${name}`)
  const env = { ...allEnv(true), TEST_PROCESSES: '3' }
  return jest('processes', ['--selectProjects=postgres', '--', ...tables], env)
}

/**
 * Runs tests that take minutes each. Those of the images need root on Linux, and buildah. They run one after
 * another, because each measures or starts servers.
 */
async function long(settings: TestSettings): Promise<Counts> {
  if ((await script(settings, 'build')).failed > 0) return ONE_FAILED
  const missing = missingForImages() ?? (findPostgres() ? null : 'PostgreSQL is not installed')
  if (missing) console.warn(`The images are neither built nor run: ${missing}.`)
  // not `--testPathIgnorePatterns`, which would replace what the projects ignore
  const ending = missing ? '(?<!/images)\\.long\\.' : '\\.long\\.'
  const { filters } = settings
  const files = (filters.length > 0 ? filters : ['']).map((filter) => `${filter}.*${ending}`)
  const projects = findPostgres() ? ['node', 'postgres'] : ['node']
  const counts = await jest('long', ['--runInBand', '--selectProjects', ...projects, '--', ...files], {
    ...allEnv(true),
    CONSOLE_TEST_LONG: '1',
  })
  return missing ? { ...counts, skipped: counts.skipped + 1 } : counts
}

/** Null if images can be built. Without user namespaces only root can chroot. */
function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'images are built as root on Linux'
  const missing = ['buildah', 'nginx', 'wget'].filter((name) => !findProgram(name))
  return missing.length === 0
    ? null
    : `not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`
}

function jest(name: string, args: string[], env: Record<string, string>): Promise<Counts> {
  const file = resultFile(name)
  const child = startNpmScript(
    'test:unit',
    { output: 'show', env },
    '--json',
    `--outputFile=${file}`,
    ...args,
  )
  return finish(child, file, jestCounts)
}

function e2e(settings: TestSettings): Promise<Counts> {
  return playwright('e2e', settings)
}

const FIREFOX_APT = 'apt-get update && apt-get install -y firefox-esr'

/** Skipped if Firefox is not installed. @throws CommandError in that case without `--all` */
async function firefox(settings: TestSettings): Promise<Counts> {
  if (existsSync(paths.firefox)) return playwright('firefox', settings)
  const missing = `Firefox is not installed (${FIREFOX_APT}, or FIREFOX_PATH)`
  if (!settings.all) throw new CommandError(`${missing}.`)
  console.warn(`${missing}: the flows run in Chromium alone.`)
  return { ...NONE, skipped: 1 }
}

function playwright(name: string, { filters, all }: TestSettings): Promise<Counts> {
  const file = resultFile(name)
  const env = { ...allEnv(all), PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const child = startNpmScript(`test:${name}`, { output: 'show', env }, '--reporter=list,json', ...filters)
  return finish(child, file, playwrightCounts)
}

const allEnv = (all: boolean): Record<string, string> => (all ? { CONSOLE_TEST_ALL: '1' } : {})

function resultFile(step: string): string {
  mkdirSync(paths.results, { recursive: true })
  const file = join(paths.results, `${step}.json`)
  rmSync(file, { force: true })
  return file
}

async function finish<Written>(
  child: Running,
  file: string,
  read: (written: Written) => Counts,
): Promise<Counts> {
  void endAfterResults(child, file)
  const { code } = await child.ended
  const written = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as Written) : undefined
  return countsOf(written, code === 0)
}

/** How long a runner may take to exit after it has written its results. */
const TIME_TO_END_MS = 20_000

/** Stops a runner that does not end, because a test left something open. It counts as failed. */
async function endAfterResults(child: Running, file: string): Promise<void> {
  let over = false
  void child.ended.then(() => (over = true))
  while (!over && !existsSync(file)) await pause(250)
  await Promise.race([child.ended, pause(TIME_TO_END_MS, undefined, { ref: false })])
  if (over) return
  console.error('All tests are done, but something that they opened is still open: ended by force.')
  await child.stop()
}

void main(import.meta.url, run)
