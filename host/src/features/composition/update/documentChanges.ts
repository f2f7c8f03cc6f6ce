import type { Connection } from '@console/shared-kernel/host'
import {
  type DeployedRelease,
  type Environment,
  HOST_NAME,
  type HostBuild,
  type HostDeployment,
  policyOrigins,
} from '@console/shared-kernel/remote'
import type { ReadEnvironment } from '../environment'
import { fallbackOrder, isInCanary, sameFiles } from '../fallbackOrder'

interface ConsoleContent {
  /** What a page keeps without a reload. */
  fixed: string
  releases: Map<string, DeployedRelease>
}

interface CanaryIds {
  userId: number | null
  /** `browserId()`; null means the stable host. */
  browser: number | null
}

export function contentOf(environment: Environment, { userId, browser }: CanaryIds): ConsoleContent {
  const releases = new Map<string, DeployedRelease>()
  for (const [name, deployment] of Object.entries(environment.remotes)) {
    const [first] = fallbackOrder(deployment, { userId })
    if (first) releases.set(name, first)
  }
  return { fixed: fixedOf(hostFor(environment.host, browser), environment), releases }
}

/**
 * Without a reload a page keeps its host, its servers, its time zone and its policy, which must name every origin of
 * the new document. `page` is the document that it was delivered with.
 */
export function canTakeInPlace(
  page: ReadEnvironment,
  running: HostBuild | null,
  served: ReadEnvironment,
  browser: number | null,
): boolean {
  const isSameHost =
    fixedOf(running ?? undefined, page.environment) ===
    fixedOf(hostFor(served.environment.host, browser), served.environment)
  return isSameHost && isAllowedBy(page.document, served.document)
}

function isAllowedBy(pageDocument: unknown, servedDocument: unknown): boolean {
  const allowed = policyOrigins(pageDocument)
  const wanted = policyOrigins(servedDocument)
  const groups = ['remotes', 'overrides', 'servers'] as const
  return groups.every((group) => wanted[group].every((origin) => allowed[group].includes(origin)))
}

const fixedOf = (host: HostBuild | undefined, { apiUrl, externalReportsUrl, timeZone }: Connection): string =>
  [host?.version, host?.build, apiUrl, externalReportsUrl, timeZone].join(' ')

function hostFor(host: HostDeployment | undefined, browser: number | null): HostBuild | undefined {
  const canary = host?.canary
  const isCanary =
    canary &&
    browser !== null &&
    isInCanary(browser, { name: HOST_NAME, build: canary.build }, canary.percent)
  return isCanary ? canary : host
}

/**
 * Null if nothing changes for this user, as with a canary for others. @returns releases whose files must answer
 * before the user is notified
 */
export function changesBetween(page: ConsoleContent, served: ConsoleContent): DeployedRelease[] | null {
  const names = new Set([...page.releases.keys(), ...served.releases.keys()])
  const changed = [...names].filter((name) => {
    const [before, after] = [page.releases.get(name), served.releases.get(name)]
    return !before || !after || !sameFiles(before, after)
  })
  if (changed.length === 0 && page.fixed === served.fixed) return null
  return changed.flatMap((name) => served.releases.get(name) ?? [])
}
