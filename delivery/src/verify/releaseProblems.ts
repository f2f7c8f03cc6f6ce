import type { Environment, Provided } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import type { Problem } from '../errors/checkProblem'
import { hostRelease } from '../site/environmentStore'
import { exists } from '../site/files'
import { fileProblems } from '../site/fileProblems'
import { HOST, releaseFolder, releaseId, type Site } from '../site/siteLayout'
import { isHost, tooManyScreens, type ReleaseRecord } from '../site/releases'
import { budgetProblems, type Budgets } from './budgets'
import { compatibilityProblems, containerProblems, screenProblems, sharedCopyProblems } from './checks'

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
  // the other checks would measure and search something else than what was built
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

/** Both hosts, because a browser may get either. */
async function hostsOf(site: Site, { host }: Environment): Promise<Provided[]> {
  if (!host) return []
  const { canary, ...stable } = host
  const { record } = await hostRelease(site, stable)
  // a missing canary is ignored: pages fall back to the stable host, and other teams must not be blocked
  const folder = canary && releaseFolder(site, HOST, releaseId(canary))
  return folder && (await exists(folder)) ? [record, (await hostRelease(site, canary)).record] : [record]
}

/** Incompatible hosts and shared addresses; a missing host is reported elsewhere. */
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
