import type { Environment, TelemetryEvent } from '@console/shared-kernel/remote'
import { FRAME } from '../features/composition/eventLog/telemetry'
import { isInCanary } from '../features/composition/fallbackOrder'
import {
  attempt,
  BROWSER_ID,
  browserId,
  sessionOfTab,
  type PageState,
} from '../features/composition/pageState'

/*
 * The first script of the page, which blocks rendering. It sets the theme, and starts the host build that the
 * environment document chooses for this browser: the canary, the current build, or the previous one if those
 * fail. A page without a document starts from its own tags. It is a hashed file, because the policy forbids
 * inline scripts.
 */

const FAILED = 'console.failedHosts'
/** How long a build that failed in this tab is not retried. */
const FORGET_MS = 600_000

type Source = NonNullable<PageState['source']>
type Files = readonly { path: string; integrity: string }[]
interface HostRelease {
  version: string
  build: string
  files?: Files
}
type Fault = Pick<TelemetryEvent, 'phase' | 'code' | 'message' | 'stack'>

/** Removes only queries: the rest of `eventLog/telemetry.ts` would add 160 bytes, and these addresses are the host's own. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim().replace(/[?#][^)]*?(?=:\d+:\d+\)?$)/, ''))
    .slice(0, 10)
    .join('\n')

/** The time at which each build failed. */
type Failed = Record<string, number>

const violations: SecurityPolicyViolationEvent[] = []
const page: PageState = { violations }

// before the first paint, so that a dark console never flashes white
if (attempt(() => localStorage['themeMode'] as unknown) === 'dark')
  document.documentElement.dataset['theme'] = 'dark'

// colours the page until React renders, as in the kernel's theme; the policy forbids inline styles
const style = document.head.appendChild(document.createElement('style'))
for (const rule of [
  'html{background:#f4f6f8}',
  'html[data-theme=dark]{background:#0e1116;color-scheme:dark}',
  '.splash{position:fixed;inset:0;margin:auto}',
])
  // a proxy's policy may forbid it
  attempt(() => style.sheet!.insertRule(rule))

self.consolePage = page
addEventListener('securitypolicyviolation', (event) => {
  if (violations.length < 20) violations.push(event)
})

const environment = attempt(
  () => JSON.parse(document.getElementById('environment')!.textContent!) as Environment,
)
/** Builds that failed in this tab, and when. Without storage, the history entry keeps them across reloads. */
const readFailed = (): Failed => ({
  ...(history.state as Record<string, Failed> | null)?.[FAILED],
  ...attempt(() => JSON.parse(sessionStorage.getItem(FAILED)!) as Failed),
})

if (environment?.host?.files) startHost(environment.host)

function startHost(host: NonNullable<Environment['host']>): void {
  /** Tests shorten these times before the page starts. */
  const { filesMs = 60_000, startMs = 10_000 } = (self.consoleDeadlines ?? {}) as {
    filesMs?: number
    startMs?: number
  }
  attempt(() => browserId() ?? localStorage.setItem(BROWSER_ID, `${Math.floor(Math.random() * 10_000)}`))
  const id = browserId()
  const releases: (HostRelease & { source: Source })[] = []
  const add = (source: Source, release: HostRelease | undefined) => {
    if (release?.files && !releases.some(({ build }) => build === release.build))
      releases.push({ ...release, source })
  }
  const { canary, previous } = host
  if (canary && id !== null && isInCanary(id, { ...canary, name: 'host' }, canary.percent))
    add('canary', canary)
  add('current', host)
  add('previous', previous)

  let failed = readFailed()
  // all have failed: the user reloaded the page, so each is tried again
  const canBeTried = ({ build }: HostRelease) => !(Date.now() - failed[build]! < FORGET_MS)
  if (!releases.some(canBeTried)) writeFailed((failed = {}))
  const next = () => releases.find(canBeTried)
  const { version, build, source, files } = next()!
  Object.assign(page, { version, build, source, fellBack: releases[0]!.build !== build })

  /** Sends a single `TelemetryEvent`, because the code that sends batches may never run. */
  const sendTelemetry = (fault: Fault) => {
    const { telemetryUrl, name, revision = null } = environment!
    const event: TelemetryEvent = {
      time: new Date().toISOString(),
      session: sessionOfTab(),
      environment: name,
      revision,
      hostBuild: build,
      remote: 'host',
      version,
      build,
      cohort: source === 'canary' ? 'canary' : 'stable',
      source,
      ms: Math.round(performance.now()),
      ...fault,
    }
    if (telemetryUrl)
      attempt(() => navigator.sendBeacon(telemetryUrl, JSON.stringify({ schema: 1, events: [event] })))
  }

  let isDone: boolean | undefined
  let isDrawn: boolean | undefined
  let hasStarted: boolean | undefined
  let missing = files!.length
  let timer = setTimeout(() => fail({ phase: 'load', code: 'TIMEOUT' }), filesMs)

  const showMessage = () => {
    const root = document.getElementById('root')
    if (!root) return addEventListener('DOMContentLoaded', showMessage)
    // the build has started after all, or has reported its failure itself
    if (hasStarted || root.querySelector('[role=alert]')) return
    root.setAttribute('role', 'alert')
    root.textContent = 'La consola no puede arrancar. Vuelve a cargar la página dentro de unos minutos.'
  }

  /** Reloads for another build, which also discards the effects of the failed one. */
  const fail = (fault: Fault) => {
    if (isDone) return
    isDone = true
    sendTelemetry(fault)
    failed[build] = Date.now()
    writeFailed(failed)
    // if the failure cannot be stored, the same build would be chosen again, endlessly
    if (!next() || readFailed()[build] !== failed[build]) {
      // a build that has rendered something may recover from an error
      if (isDrawn) setTimeout(showMessage, startMs)
      else showMessage()
      return
    }
    page.abandoned = true
    location.reload()
  }
  const failStart = (error: unknown, stack = (error as Partial<Error> | undefined)?.stack) =>
    fail({
      phase: 'start',
      code: (error as Partial<Error> | undefined)?.name || 'UNCAUGHT',
      stack: framesOf(`${stack}`).slice(0, 1500),
    })

  const onError = (event: Event) => {
    const { error, reason, filename } = event as ErrorEvent & PromiseRejectionEvent
    const thrown = (error || reason) as Partial<Error> | undefined
    const stack = `${thrown?.stack}\n${filename}`
    // ignores errors of browser extensions
    if (stack.includes(`${location.origin}/static/`)) failStart(thrown, stack)
  }
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onError)
  page.failed = failStart
  /** Called once the host has rendered something; the first screen may still be loading. */
  page.begun = () => {
    isDrawn = true
    clearTimeout(timer)
  }
  page.started = () => {
    page.begun!()
    isDone = hasStarted = true
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onError)
  }

  for (const { path, integrity } of files!) {
    const isStyle = path.endsWith('.css')
    const tag = document.createElement(isStyle ? 'link' : 'script')
    tag.crossOrigin = 'anonymous'
    tag.integrity = integrity
    tag.onload = () => {
      missing -= 1
      if (missing || isDrawn) return
      clearTimeout(timer)
      timer = setTimeout(() => fail({ phase: 'start', code: 'TIMEOUT' }), startMs)
    }
    tag.onerror = () => fail({ phase: 'load', code: 'FILE', message: path })
    // scripts run in order, and while the page is parsed
    Object.assign(tag, isStyle ? { rel: 'stylesheet', href: path } : { async: false, src: path })
    document.head.append(tag)
  }
}

function writeFailed(builds: Failed): void {
  try {
    sessionStorage.setItem(FAILED, JSON.stringify(builds))
  } catch {
    history.replaceState({ ...(history.state as object | null), [FAILED]: builds }, '')
  }
}
