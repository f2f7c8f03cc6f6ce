import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { REPOSITORY_REMOTES } from '@console/shared-kernel/ports'
import {
  type Environment,
  hostRoutes,
  type Provided,
  type Release,
  routeProblems,
  screensAndPanels,
  type Unmet,
  unmetNeeds,
} from '@console/shared-kernel/remote'
import { hostRelease } from '../site/environmentStore'
import { isAccessible, HOST, releaseFolder, releaseId, type Site } from '../site/files'
import {
  fileProblems,
  isHost,
  problem,
  type Problem,
  readRecord,
  type ReleaseRecord,
  tooManyScreens,
} from '../site/releaseRecords'
import { gzippedSizeOf } from '../site/releases'

/** Checks the files only: no code of the release runs. */
export async function problemsOf(
  site: Site,
  { folder, record }: { folder: string; record: ReleaseRecord },
  environment: Environment,
  budgets: Budgets,
): Promise<Problem[]> {
  const screens = tooManyScreens(record)
  if (screens.length > 0) return screens
  const files = await fileProblems(folder, record.files)
  // the other checks would measure and search files that are not as built
  if (files.length > 0) return files
  const bytes = await budgetProblems(folder, record, budgets)
  if (isHost(record)) return [...hostProblems(record, environment), ...bytes]
  return [
    ...(await hostsOf(site, environment)).flatMap((host) => compatibilityProblems(record, host)),
    ...screenProblems(record, environment),
    ...bytes,
    ...(await containerProblems(folder, record)),
    ...(await sharedCopyProblems(folder, record)),
  ]
}

/** Returns the stable host and the canary, because a browser may get either. */
async function hostsOf(site: Site, { host }: Environment): Promise<Provided[]> {
  if (!host) return []
  const { canary, ...stable } = host
  const { record } = await hostRelease(site, stable)
  // a missing canary is ignored: pages fall back to the stable host, and other teams must not be blocked
  const folder = canary && releaseFolder(site, HOST, releaseId(canary))
  return folder && (await isAccessible(folder))
    ? [record, (await hostRelease(site, canary)).record]
    : [record]
}

/** Checks for incompatible hosts and shared addresses; a missing host is reported elsewhere. */
export async function compositionProblems(site: Site, environment: Environment): Promise<Problem[]> {
  const releases = Object.values(environment.remotes).flatMap(({ release, canary }) =>
    canary ? [release, canary.release] : [release],
  )
  const hosts = await hostsOf(site, environment).catch((error: unknown) => {
    if (error instanceof CommandError) return []
    throw error
  })
  return releases.flatMap((release) => [
    ...hosts.flatMap((host) => compatibilityProblems(release, host)),
    ...screenProblems(release, environment),
  ])
}

/** A host must work with every remote, including canaries. */
const hostProblems = (host: Provided, { remotes }: Environment): Problem[] =>
  Object.values(remotes).flatMap(({ release, canary }) => [
    ...compatibilityProblems(release, host),
    ...(canary ? compatibilityProblems(canary.release, host) : []),
  ])

const compatibilityProblems = (release: Release, host: Provided): Problem[] =>
  unmetNeeds(release, host)
    .map(unmetText)
    .map((what) => `${release.name} ${release.version} ${what}`)
    .map(problem('compatibility'))

function unmetText(unmet: Unmet): string {
  const { part } = unmet
  if ('needs' in unmet) return `needs ${part} ${unmet.needs}, and this host has ${unmet.has}`
  if (unmet.names.length === 0) return `needs ${part}, which this host has not`
  return `needs ${unmet.names.join(', ')} of ${part}, which this host has not`
}

const pathsOf = (release: Release): string[] => screensAndPanels(release).map(({ path }) => path)

/** Canaries count too: no address may have two owners for any user. */
function screenProblems(release: Release, { remotes }: Environment): Problem[] {
  const others = Object.entries(remotes).flatMap(([owner, { release: stable, canary }]) =>
    [stable, ...(canary ? [canary.release] : [])].flatMap(pathsOf).map((path) => ({ owner, path })),
  )
  return routeProblems(release.name, pathsOf(release), [...hostRoutes, ...others]).map(problem('screens'))
}

/** Strings that occur only in the code of packages that a page may contain only once. */
const MARKS: Readonly<Record<string, RegExp>> = {
  // React's core package has no link in its messages, but defines the internals that other packages use
  React:
    /react\.dev\/errors\/|reactjs\.org\/docs\/error-decoder|INTERNALS_DO_NOT_USE_OR_\w{1,99}\s{0,9}=(?!=)/,
  MUI: /mui\.com\/production-error/,
  emotion: /data-emotion/,
  'the router': /__reactRouterVersion/,
  'the query library': /No QueryClient set/,
  axios: /\[Axios v/,
  'the federation runtime': /__FEDERATION__/,
}

/** A second copy would have its own state, such as another session or theme. */
export async function sharedCopyProblems(folder: string, { files }: Release): Promise<Problem[]> {
  const found: string[] = []
  for await (const { path, code } of scriptsIn(folder, files))
    for (const [name, mark] of Object.entries(MARKS))
      if (mark.test(code)) found.push(`${path} holds a copy of ${name}, which the host gives it`)
  return found.map(problem('shared copy'))
}

/** Yields one script at a time, so that other requests are answered meanwhile. */
async function* scriptsIn(folder: string, files: Release['files']) {
  for (const path of Object.keys(files))
    if (path.endsWith('.js')) yield { path, code: await readFile(join(folder, path), 'utf8') }
}

/** The global array through which builds of webpack and rspack load their chunks. */
const CHUNK_GLOBAL =
  /\b(?:self|window|globalThis|this)(?:\.(\w+)|\["([^"]+)"\])\s*=\s*(?:self|window|globalThis|this)(?:\.\1|\["\2"\])\s*\|\|\s*\[\]/g

const HASH = /sha384-[\w+/]{64}/g

/**
 * A container is rejected if two of its builds could collide in one page, or if a file could run without its
 * hash being checked.
 */
export async function containerProblems(
  folder: string,
  { container, entry, files }: Release,
): Promise<Problem[]> {
  if (container === undefined) return []
  const globals = new Set<string>()
  const hashes = new Set<string>()
  let isFoundByOthers = false
  for await (const { code } of scriptsIn(folder, files)) {
    for (const [, name, quoted] of code.matchAll(CHUNK_GLOBAL)) globals.add(name ?? quoted!)
    for (const [hash] of code.matchAll(HASH)) hashes.add(hash)
    isFoundByOthers ||= /data-(?:web|rs)pack/.test(code) && !code.includes(`${container}:`)
  }
  const shared = [...globals].filter((name) => !name.endsWith(container))
  const unchecked = Object.entries(files).filter(
    ([path, { integrity }]) => path !== entry && !hashes.has(integrity),
  )
  return [
    ...shared.map((name) => `its chunks meet under ${name}: set output.uniqueName to ${container}`),
    ...(isFoundByOthers && shared.length === 0
      ? [`its scripts are not marked with ${container}: set output.uniqueName to it`]
      : []),
    ...unchecked.map(
      ([path]) =>
        `${path} is loaded without its hash: build it with a plugin for subresource integrity, sha384`,
    ),
  ].map(problem('container'))
}

/**
 * Maximum gzipped bytes. For a remote: its entry, the first load of its largest screen, and all files. For
 * the host: its login screen, what a first screen needs in addition, and all files.
 */
type Budget = Partial<Record<'entry' | 'login' | 'firstScreen' | 'all', number>>

export type Budgets = Readonly<Record<string, Budget>>

/** The budget of remotes that have none of their own; not a valid name for a remote. */
const ANY = '*'

export const BUDGETS = join(import.meta.dirname, '..', '..', 'budgets.json')

/** If the file is `BUDGETS`, returns the budgets in the `package.json` of this repository's remotes. */
const ofFolders = (file: string): Budgets =>
  file === BUDGETS
    ? Object.fromEntries(Object.entries(REPOSITORY_REMOTES).map(([name, { budget = {} }]) => [name, budget]))
    : {}

/** @throws CommandError if the file cannot be read */
export function readBudgets(file: string): Budgets {
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Budgets), ...ofFolders(file) }
  } catch (error) {
    throw new CommandError(`The budgets cannot be read: ${(error as Error).message}`)
  }
}

/** A key that is missing from the budget allows nothing. */
async function budgetProblems(folder: string, record: ReleaseRecord, budgets: Budgets): Promise<Problem[]> {
  const { name } = record
  const budget = budgets[name] ?? (isHost(record) ? undefined : budgets[ANY])
  // without a budget, growth would not be noticed
  if (!budget) {
    return [
      problem('budget')(`the budgets name neither ${name} nor '${ANY}', which stands for every other remote`),
    ]
  }
  const parts = Object.entries(await sizesOf(folder, record)) as [keyof Budget, number][]
  return parts
    .filter(([part, bytes]) => bytes > (budget[part] ?? 0))
    .map(
      ([part, bytes]) => `${part} has ${bytes} bytes of gzip, and its budget is ${budget[part] ?? 'missing'}`,
    )
    .map(problem('budget'))
}

/** @returns a line for each part of a fresh build that exceeds this repository's budgets */
export const overBudget = async (dist: string): Promise<string[]> =>
  (await budgetProblems(dist, await readRecord(dist), readBudgets(BUDGETS))).map(({ what }) => what)

async function sizesOf(folder: string, record: ReleaseRecord): Promise<Budget> {
  const sizes = new Map<string, number>()
  for (const path of Object.keys(record.files)) sizes.set(path, await gzippedSizeOf(join(folder, path)))
  const size = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + sizes.get(path)!, 0)
  const all = size(sizes.keys())
  if (isHost(record)) return { login: size(record.login), firstScreen: size(record.preload), all }
  const screens = screensAndPanels(record).map(({ preload }) => size([record.entry, ...preload]))
  return { entry: size([record.entry]), firstScreen: Math.max(...screens, 0), all }
}

/** How long a check with a browser may take: 30 s plus 15 s for each screen, but at most 300 s. */
export const deadlineMs = (screens: number): number => Math.min(30_000 + 15_000 * screens, 300_000)

/** The browser cannot start its sandbox here, and `VERIFY_SANDBOX` is not off. */
export class SandboxUnavailable extends CommandError {
  override readonly name = 'SandboxUnavailable'
}
