import {
  type DeployedRelease,
  type Environment,
  HOST_NAME,
  type HostBuild,
  type HostDeployment,
} from '@console/shared-kernel/remote'
import { isInShare } from '../releases/canary'
import { buildId, candidatesOf } from '../releases/candidates'

const NONE_DISABLED: ReadonlySet<string> = new Set()

/** What one user's console is made of under an environment: the host, the servers, a release a remote. */
export interface MadeOf {
  frame: string
  releases: Map<string, DeployedRelease>
}

/** Who is asked for: a user, and the browser that the page was started in. */
export interface Reader {
  userId: number | null
  /** Null where it keeps none: it gets the stable host. */
  bucket: number | null
}

export function madeOf(
  { host, apiUrl, externalReportsUrl, remotes }: Environment,
  { userId, bucket }: Reader,
): MadeOf {
  const releases = new Map<string, DeployedRelease>()
  for (const [name, deployment] of Object.entries(remotes)) {
    const [first] = candidatesOf(deployment, { userId, override: undefined, disabled: NONE_DISABLED })
    if (first) releases.set(name, first.deployed)
  }
  return { frame: frameOf({ host, apiUrl, externalReportsUrl }, bucket), releases }
}

/**
 * Whether a page can go on with another document than its own: it runs the host that this one chooses for this
 * browser, with the same servers. Else only another page has the code and the policy that go with it.
 */
export function goesOnWith(
  page: Environment,
  running: HostBuild | null,
  served: Environment,
  bucket: number | null,
): boolean {
  const { apiUrl, externalReportsUrl } = page
  const host = running ?? undefined
  return frameOf({ host, apiUrl, externalReportsUrl }, bucket) === frameOf(served, bucket)
}

function frameOf(
  {
    host,
    apiUrl,
    externalReportsUrl,
  }: Pick<Environment, 'apiUrl' | 'externalReportsUrl'> & {
    host?: HostDeployment | undefined
  },
  bucket: number | null,
): string {
  const build = hostFor(host, bucket)
  return [build?.version, build?.build, apiUrl, externalReportsUrl].join(' ')
}

function hostFor(host: HostDeployment | undefined, bucket: number | null): HostBuild | undefined {
  const canary = host?.canary
  const isCanary =
    canary && bucket !== null && isInShare(bucket, { name: HOST_NAME, build: canary.build }, canary.percent)
  return isCanary ? canary : host
}

const idOf = (deployed: DeployedRelease | undefined): string =>
  deployed ? `${deployed.baseUrl}${buildId(deployed)}` : ''

/**
 * What a reload would bring that the page does not have, or null where it would bring nothing. A new
 * revision that changes nothing for this user, such as another one's canary, is no reason to reload.
 *
 * @returns the releases that have to answer before anybody is sent to them
 */
export function changesBetween(page: MadeOf, served: MadeOf): DeployedRelease[] | null {
  const names = new Set([...page.releases.keys(), ...served.releases.keys()])
  const changed = [...names].filter(
    (name) => idOf(page.releases.get(name)) !== idOf(served.releases.get(name)),
  )
  if (changed.length === 0 && page.frame === served.frame) return null
  return changed.flatMap((name) => served.releases.get(name) ?? [])
}
