import { createStore } from '@console/shared-kernel/core'
import type { Connection } from '@console/shared-kernel/host'
import {
  type DeployedRelease,
  type Environment,
  HOST_NAME,
  type HostBuild,
  type HostDeployment,
  policyOrigins,
} from '@console/shared-kernel/remote'
import { fetchEnvironment, type ReadEnvironment } from '../environment'
import type { EventLog } from '../eventLog/eventLog'
import { fallbackOrder, isInCanary, isSameRelease } from '../fallbackOrder'
import { browserId } from '../pageState'

const POLL_MS = 60_000
/** A hidden tab checks every tenth time, because it may still have to reload. */
const HIDDEN_ROUNDS = 10
const ANSWER_TIMEOUT_MS = 10_000

/** `required`: the environment's minimum revision is newer than this page's. */
type UpdateState = 'none' | 'ready' | 'required'

export interface ConsoleUpdates {
  get: () => UpdateState
  /** Checks periodically, when the tab is shown, and when a remote's files fail to load, until unsubscribed. */
  subscribe: (listener: () => void) => () => void
}

interface Options {
  environment: Environment
  events: EventLog
  screenUserId: () => number | null
}

export function createUpdates({ environment: page, events, screenUserId }: Options): ConsoleUpdates {
  const state = createStore<UpdateState>('none')
  const origins = new Set(Object.values(page.remotes).map(({ baseUrl }) => new URL(baseUrl).origin))
  let looking = false

  async function check(): Promise<void> {
    if (looking) return
    looking = true
    try {
      state.set(await served())
    } catch {
      // an unreadable document is not an update
    } finally {
      looking = false
    }
  }

  async function served(): Promise<UpdateState> {
    const { environment } = await fetchEnvironment()
    const ids = { userId: screenUserId(), browser: browserId() }
    const changed = changesBetween(contentOf(page, ids), contentOf(environment, ids))
    const required = isRequired(page, environment)
    if (!changed && !required) return 'none'
    const answers = await Promise.all((changed ?? []).map((one) => doesAnswer(one, origins)))
    if (!answers.every(Boolean)) return 'none'
    return required ? 'required' : 'ready'
  }

  return {
    get: state.get,
    subscribe: (listener) => {
      const unsubscribe = state.subscribe(listener)
      const stopLooking = startChecking(() => void check(), events)
      return () => {
        unsubscribe()
        stopLooking()
      }
    },
  }
}

/** False if a reload would not bring the required revision: the tab would reload again and again. */
const isRequired = (page: Environment, { revision = 0, minimumRevision = 0 }: Environment): boolean =>
  minimumRevision > (page.revision ?? 0) && revision >= minimumRevision

/** Origins outside this page's policy cannot be checked; the next page's policy will name them. */
async function doesAnswer({ baseUrl, release }: DeployedRelease, origins: Set<string>): Promise<boolean> {
  if (!origins.has(new URL(baseUrl).origin)) return true
  const { ok } = await fetch(baseUrl + release.entry, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  return ok
}

function startChecking(check: () => void, events: EventLog): () => void {
  let rounds = 0
  const timer = setInterval(() => {
    rounds += 1
    if (document.visibilityState === 'visible' || rounds % HIDDEN_ROUNDS === 0) check()
  }, POLL_MS)
  const checkNow = () => {
    if (document.visibilityState === 'visible') check()
  }
  document.addEventListener('visibilitychange', checkNow)
  const forgetEvents = events.all.subscribe(() => {
    if (events.last()?.phase === 'load') checkNow()
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkNow)
    forgetEvents()
  }
}

interface ConsoleContent {
  /** The parts that a page cannot change without a reload. */
  fixed: string
  releases: Map<string, DeployedRelease>
}

interface CanaryIds {
  userId: number | null
  /** The result of `browserId()`; null means the stable host. */
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
 * Null if nothing changes for this user, as with a canary for other users.
 * @returns releases whose files must answer before the user is notified
 */
export function changesBetween(page: ConsoleContent, served: ConsoleContent): DeployedRelease[] | null {
  const names = new Set([...page.releases.keys(), ...served.releases.keys()])
  const changed = [...names].filter((name) => {
    const [before, after] = [page.releases.get(name), served.releases.get(name)]
    return !before || !after || !isSameRelease(before, after)
  })
  if (changed.length === 0 && page.fixed === served.fixed) return null
  return changed.flatMap((name) => served.releases.get(name) ?? [])
}
