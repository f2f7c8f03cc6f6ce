import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf } from '../lib/repositoryFiles'
import { paths, root } from '../lib/paths'
import { startNode, untilStopped } from '../lib/processes'

/*
 * Mutation tests of code that runs in other processes. A seed selects mutants; each is written into a copy of
 * the repository, where the tests for its file run. Needs the packages that CONTRIBUTING.md names.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    /** A regular expression for paths of files. */
    only: { type: 'string', default: '' },
    /** No mutant starts after this time. */
    minutes: { type: 'string', default: '60' },
  },
})

const COPY = join(paths.state, 'mutation')
const MUTANT_LIMIT_MS = 10 * 60_000

const SOURCES = ['api/src', 'delivery/src', 'host/src/features/composition']
/** Tests, other files than code, and code that sets up databases or demo data. */
const LEFT_OUT = /\.test\.tsx?$|\.(?!tsx?$)\w+$|\/db\/migrations\/|\/demo\//

const api = (names: string): string => `api/test/(${names})\\.test\\.ts$`

/**
 * The tests for a file: jest's project and a pattern; the first matching row counts. The API is tested through
 * a server.
 */
const CONCERNED: readonly (readonly [RegExp, 'node' | 'browser', string])[] = [
  [/^host\//, 'browser', 'host/src/features/composition/'],
  [/^delivery\/src\/(service\/|client)/, 'node', 'delivery/src/(service/|client|commands/)'],
  [/^delivery\/src\/verify\//, 'node', 'delivery/src/(verify/|commands/(verify|record))'],
  [
    /^delivery\/src\/((localServers|errors)\/|[\w.]+$)/,
    'node',
    'delivery/src/([\\w.]+$|(localServers|commands)/)',
  ],
  [/^delivery\//, 'node', 'delivery/src/(commands|site|nginx|chromium)/'],
  [
    /\/(routes|services)\/users/,
    'node',
    api('users|userChanges|userCreation|counts|names|lists|bulkOthers|treeTag|newPasswords'),
  ],
  [/\/(routes|services)\/machines/, 'node', api('machines|machineCounts|credit|bulk|lists')],
  [/\/(routes|services)\/games/, 'node', api('games|bulkOthers|data')],
  [
    /\/(routes\/auth|services\/(auth|sessions))/,
    'node',
    api('auth|names|passwords|limits|sessionCache|revokedSessions|tokenAttacks|newPasswords'),
  ],
  [
    /\/reports/,
    'node',
    api('reports|reportPages|reportSums|range|totals|sharedReports|detachMovements|movementMonths'),
  ],
  [
    /\/(activity|audit|archiveAudit|expired)/,
    'node',
    api('activity|activityStored|archiveAudit|archiveReadBack|expired|userChanges'),
  ],
  [/\/list/i, 'node', api('lists|listQuery|listStream')],
  [
    /\/(idempotentWrites|answerWrite|bulk)\./,
    'node',
    api('bulk|bulkFailures|bulkOthers|credit|limitsInProcess'),
  ],
  [/\/http\/tracing/, 'node', api('tracing')],
  [
    /\/http\//,
    'node',
    api('http|headers|limits|limitsInProcess|failures|docs|connections|slowClients|access/(table|identity)'),
  ],
  [/\/services\/tree\//, 'node', api('users|machines|auth|access/(table|identity)')],
  [/\/metrics\//, 'node', api('metrics|operations')],
  [/\/cli\//, 'node', api('seed|archiveAudit|createMaster|newPasswords|resetMasterPassword|backup.embedded')],
  [
    /\/db\//,
    'node',
    api(
      'failures|transactions.embedded|diskSpace|(dataDirectory|lock|backup|heartbeat).embedded|start|machines',
    ),
  ],
  [
    /./,
    'node',
    api('start|operations|data|http|housekeeping.embedded|versions|tracing|metrics|limits|users'),
  ],
]

interface Position {
  readonly line: number
  readonly column: number
}
interface Mutant {
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}
interface Instrumenter {
  instrument(
    files: readonly { name: string; mutate: true; content: string }[],
    options: object,
  ): Promise<{ mutants: readonly Mutant[] }>
}

/** Imported by variable names, because they are not dependencies of the repository. */
async function createInstrumenter(): Promise<Instrumenter> {
  const [injection, instrumentation]: string[] = ['typed-inject', '@stryker-mutator/instrumenter']
  const { createInjector } = await import(injection!)
  const { createInstrumenter: create } = await import(instrumentation!)
  const silent = () => undefined
  const logger = { debug: silent, info: silent, isDebugEnabled: () => false }
  return createInjector().provideValue('logger', logger).injectFunction(create)
}

async function mutantsOf(files: readonly string[]): Promise<readonly Mutant[]> {
  const instrumenter = await createInstrumenter()
  const described = files.map((name) => ({
    name,
    mutate: true as const,
    content: readFileSync(join(root, name), 'utf8'),
  }))
  const options = { ignorers: [], excludedMutations: [], plugins: null }
  return (await instrumenter.instrument(described, options)).mutants
}

/** Selects by hash, so that a changed file does not change the selection in other files. */
function draw(mutants: readonly Mutant[], seed: string, count: number): readonly Mutant[] {
  const hashed = mutants.map((mutant) => ({
    mutant,
    hash: createHash('sha256')
      .update(JSON.stringify([seed, mutant.fileName, mutant.location, mutant.replacement]))
      .digest('hex'),
  }))
  hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1))
  return hashed.slice(0, count).map(({ mutant }) => mutant)
}

function offsetOf(text: string, { line, column }: Position): number {
  return text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column
}

function applied({ fileName, location, replacement }: Mutant): { text: string; original: string } {
  const source = readFileSync(join(root, fileName), 'utf8')
  const [start, end] = [offsetOf(source, location.start), offsetOf(source, location.end)]
  return {
    text: source.slice(0, start) + replacement + source.slice(end),
    original: source.slice(start, end),
  }
}

/** Hard links to packages are safe: nothing writes into them. */
function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  for (const file of filesOf()) {
    mkdirSync(dirname(join(COPY, file)), { recursive: true })
    cpSync(join(root, file), join(COPY, file))
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), COPY])
}

function testsFor(file: string): readonly string[] {
  const [, project, tests] = CONCERNED.find(([pattern]) => pattern.test(file))!
  return [`--selectProjects=${project}`, '--', `/${tests}`]
}

type Ending = 'green' | 'red' | 'time'

async function runTests(args: readonly string[]): Promise<{ ending: Ending; failed: string }> {
  const child = startNode([paths.jest, '--bail', '--silent', '--noStackTrace', ...args], {
    cwd: COPY,
    env: args.at(-1)?.startsWith('/api/') ? { CONSOLE_TEST_ALL: '1' } : {},
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill()
  }, MUTANT_LIMIT_MS)
  const { code } = await child.ended
  clearTimeout(timer)
  const failed = /^\s*● (.*)$/m.exec(child.tail())?.[1] ?? child.tail().trim().split('\n').at(-1) ?? ''
  return { ending: isLate ? 'time' : code === 0 ? 'green' : 'red', failed }
}

async function main(): Promise<number> {
  const { mutate } = JSON.parse(readFileSync(join(root, 'scripts/mutation/stryker.config.json'), 'utf8')) as {
    mutate: string[]
  }
  const wanted = new RegExp(values.only)
  const files = filesOf(...SOURCES).filter(
    (file) => wanted.test(file) && !LEFT_OUT.test(file) && !mutate.includes(file),
  )
  const all = await mutantsOf(files)
  const drawn = draw(all, values.seed, Number(values.count))
  console.log(
    `${all.length} mutants in ${files.length} files; ${drawn.length} of them by seed ${values.seed}.`,
  )

  makeCopy()
  const unchanged = [
    ...new Map(drawn.map(({ fileName }) => [testsFor(fileName).join(' '), testsFor(fileName)])).values(),
  ]
  for (const args of unchanged) {
    const begun = Date.now()
    const { ending, failed } = await runTests(args)
    console.log(`${Math.round((Date.now() - begun) / 1000)} s without a mutant: jest ${args.join(' ')}`)
    if (ending === 'green') continue
    console.error(`Without a mutant these tests fail (${ending}): jest ${args.join(' ')}\n${failed}`)
    return 1
  }
  console.log('All tests that concern them pass without a mutant.')

  const start = Date.now()
  const counts: Record<Ending, number> = { green: 0, red: 0, time: 0 }
  for (const mutant of drawn) {
    if (Date.now() - start > Number(values.minutes) * 60_000) break
    const { fileName, mutatorName, location, replacement } = mutant
    const { text, original } = applied(mutant)
    const copy = join(COPY, fileName)
    writeFileSync(copy, text)
    const begun = Date.now()
    const { ending, failed } = await runTests(testsFor(fileName))
    cpSync(join(root, fileName), copy)
    counts[ending] += 1
    const word = { green: 'SURVIVED', red: 'killed', time: 'timed out' }[ending]
    console.log(
      `${word} in ${Math.round((Date.now() - begun) / 1000)} s: ${fileName}:${location.start.line + 1} ${mutatorName}`,
    )
    console.log(ending === 'green' ? `  - ${original}\n  + ${replacement}` : `  ${failed}`)
  }
  const run = counts.green + counts.red + counts.time
  const killed = counts.red + counts.time
  console.log(
    `${killed} of ${run} killed, ${Math.round((100 * killed) / run)} %; ${counts.time} of them by the limit of ${MUTANT_LIMIT_MS / 60_000} minutes.`,
  )
  return 0
}

process.exit(await untilStopped(main))
