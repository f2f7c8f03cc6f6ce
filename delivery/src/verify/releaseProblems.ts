import { existsSync } from 'node:fs'
import type { Environment, Provided } from '@console/shared-kernel/remote'
import { CommandError } from '../errors'
import type { Problem } from '../problem'
import { hostRelease } from '../site/environmentStore'
import { fileProblems } from '../site/fileProblems'
import { HOST, releaseFolder, releaseId, type Site } from '../site/siteLayout'
import { isHost, type ReleaseRecord } from '../site/releases'
import { budgetProblems, type Budgets } from './budgets'
import { compatibilityProblems, containerProblems, screenProblems, sharedCopyProblems } from './checks'

/** Why an environment cannot serve a release, as far as its files show. None of its code runs. */
export function problemsOf(
  site: Site,
  { folder, record }: { folder: string; record: ReleaseRecord },
  environment: Environment | null,
  budgets: Budgets,
): Problem[] {
  const files = fileProblems(folder, record.files)
  // what is measured and searched must be what was built
  if (files.length > 0) return files
  const bytes = budgetProblems(folder, record, budgets)
  if (isHost(record)) return [...(environment ? hostProblems(record, environment) : []), ...bytes]
  return [
    ...hostsOf(site, environment).flatMap((host) => compatibilityProblems(record, host)),
    ...(environment ? screenProblems(record, environment) : []),
    ...bytes,
    ...containerProblems(folder, record),
    ...sharedCopyProblems(folder, record),
  ]
}

/** A remote must run on each host that is served, whichever browsers get it. */
function hostsOf(site: Site, environment: Environment | null): Provided[] {
  if (!environment?.host) return []
  const { canary, ...stable } = environment.host
  const { record } = hostRelease(site, stable)
  // pages fall back from a canary that is gone: it stops no other team
  const folder = canary && releaseFolder(site, HOST, releaseId(canary))
  return folder && existsSync(folder) ? [record, hostRelease(site, canary).record] : [record]
}

/**
 * What of a document's own promises does not hold: a remote that its hosts cannot serve, or an address of two remotes.
 * A host that cannot be read is refused for that, not here.
 */
export function compositionProblems(site: Site, environment: Environment): Problem[] {
  const releases = Object.values(environment.remotes).flatMap(({ release, canary }) =>
    canary ? [release, canary.release] : [release],
  )
  const hosts = readable(() => hostsOf(site, environment))
  return releases.flatMap((release) => [
    ...hosts.flatMap((host) => compatibilityProblems(release, host)),
    ...screenProblems(release, environment),
  ])
}

function readable(read: () => Provided[]): Provided[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof CommandError) return []
    throw error
  }
}

/** A host must be good for every remote that is there, whichever users get it. */
const hostProblems = (host: Provided, { remotes }: Environment): Problem[] =>
  Object.values(remotes).flatMap(({ release, canary }) => [
    ...compatibilityProblems(release, host),
    ...(canary ? compatibilityProblems(canary.release, host) : []),
  ])
