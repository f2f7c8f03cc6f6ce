import { setTimeout as sleep } from 'node:timers/promises'
import {
  chromium,
  errors,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
} from 'playwright-core'
import {
  type Environment,
  panelPath,
  type Release,
  type ReleaseScreen,
  screensAndPanels,
} from '@console/shared-kernel/remote'
import { labelOf } from '../site/environmentChanges'
import type { Site } from '../site/files'
import { problem, type Problem } from '../site/releaseRecords'
import { deadlineMs } from './checks'
import type { StubApi } from './stubApi'
import { BELOW, MACHINES } from './stubRows'
import { startBrowser, startTrial, TIMEOUT_MS, type Trial } from './trial'

/** The time for the first calls of a screen, and for rendering their answers. */
const SETTLE_MS = 10_000
/** How long a screen must look complete, because it may still fail. */
const STEADY_MS = 500
const POLL_MS = 50
/** Limits how many errors of a screen are kept. */
const MAX_COMPLAINTS = 20
const MAX_COMPLAINT_LENGTH = 500

interface MountSettings {
  site: Site
  environment: Environment
  /** Each group gets its own console, because the groups have the same addresses. */
  opened: readonly (readonly Release[])[]
  /** Aborts the check when the client has disconnected. */
  ended?: AbortSignal | undefined
}

/**
 * Opens each screen and panel in a headless browser, in the environment's host, as a Master, with a stub API that
 * has a few rows of each kind. A screen must show content, without errors in the page, and its lists must
 * show rows or an empty state. There is one deadline for all screens.
 * @throws CommandError if the browser cannot start
 */
export async function mountProblems({ site, environment, opened, ended }: MountSettings): Promise<Problem[]> {
  const ms = deadlineMs(opened.flat().flatMap(screensAndPanels).length)
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(new Error(`the check was ended after ${ms / 1000} s`)), ms).unref()
  const signal = AbortSignal.any([deadline.signal, ...(ended ? [ended] : [])])
  const problems: Problem[] = []
  for (const releases of opened) {
    // a release that was not opened has not passed
    if (signal.aborted) return [...problems, lateProblem(signal)]
    const trial = await startTrial(site, environment, releases)
    try {
      problems.push(...(await problemsIn(trial, releases, signal)))
    } finally {
      await trial.close()
    }
  }
  return problems
}

const lateProblem = ({ reason }: AbortSignal, whose = ''): Problem => ({
  ...problem('mount')(whose + (reason as Error).message),
  isDeadline: true,
})

async function problemsIn(
  trial: Trial,
  releases: readonly Release[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const server = await startBrowser(trial)
  const problems: Problem[] = []
  let whose = ''
  const note = (what: string) => problems.push(problem('mount')(whose + what))
  // works at once, even while a page is in an endless loop
  const end = () => void server.kill()
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    const browser = await chromium.connect(server.wsEndpoint())
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    for (const release of releases) {
      for (const screen of screensAndPanels(release)) {
        whose = `${labelOf(release.name, release)}, ${screen.path}: `
        const { hasStarted, found } = await tryScreen(context, trial, screen, addressOf(screen, release))
        signal.throwIfAborted()
        found.forEach(note)
        // a broken console would use up the whole timeout for each screen
        if (!hasStarted) return problems
      }
    }
    return problems
  } catch (error) {
    if (!signal.aborted) throw error
    return [...problems, lateProblem(signal, whose)]
  } finally {
    signal.removeEventListener('abort', end)
    await server.kill()
  }
}

/**
 * A panel is opened over the first screen of its own release, which exists in every environment, with the
 * first machine or user of the stub API.
 */
function addressOf({ path }: ReleaseScreen, { screens }: Release): string {
  const example = (route: string) => route.replace(/:[^/]+/g, '1')
  if (!path.startsWith('?')) return `${example(path)}?run=1`
  const id = path === panelPath('user') ? BELOW[0]!.userId : MACHINES[0]!.idMachine
  return `${example(screens[0]?.path ?? '/')}${path}:${id}`
}

async function tryScreen(
  context: BrowserContext,
  { url, api }: Trial,
  { path, title }: ReleaseScreen,
  address: string,
) {
  const page = await context.newPage()
  const complaints = await watchPage(page)
  api.unknownCalls()
  try {
    // `run` makes a report search at once, as its Search button does; other screens ignore it
    await page.goto(url + address, { timeout: TIMEOUT_MS })
    // waits for the banner: while the session is checked, there is only a spinner
    const hasStarted = await inTime(page.getByRole('banner').waitFor({ timeout: TIMEOUT_MS }))
    const area = path.startsWith('?')
      ? page.getByRole('complementary', { name: SIDE_PANEL })
      : page.getByRole('main')
    const wrong = hasStarted ? await problemOf(area, title, api) : notShown(title)
    return { hasStarted, found: [...(wrong === null ? [] : [wrong]), ...complaints] }
  } catch (error) {
    // the screen navigates away, or crashes the page
    return {
      hasStarted: true,
      found: [`the check failed: ${firstLine((error as Error).message)}`, ...complaints],
    }
  } finally {
    // a page in an endless loop does not close, and would use up the time of the other screens
    await Promise.race([page.close(), sleep(2_000, undefined, { ref: false })]).catch(() => {})
  }
}

/** The host's name for the area of a panel. */
const SIDE_PANEL = 'Side panel'
const EMPTY = 'it is empty'
const notShown = (title: string): string => `it did not show '${title}' within ${TIMEOUT_MS / 1000} s`

async function problemOf(area: Locator, title: string, api: StubApi): Promise<string | null> {
  const content = area.filter({ hasText: /\S/ }).or(area.locator('img, svg, canvas, video, input')).first()
  const isFilledWithin = (ms: number) => inTime(content.waitFor({ timeout: ms, state: 'attached' }))
  if (!(await isFilledWithin(TIMEOUT_MS))) return EMPTY
  const loading = area.getByLabel(`Loading ${title}`)
  if (!(await inTime(loading.waitFor({ timeout: TIMEOUT_MS, state: 'detached' })))) return notShown(title)
  const missing = await settle(area, title, api)
  const panel = area.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })
  if ((await panel.count()) > 0) return `it did not mount: ${await reasonIn(panel.first())}`
  return (await isFilledWithin(SETTLE_MS)) ? missing : EMPTY
}

/**
 * Waits until an area has been neither busy nor showing a spinner for a while, and its list has rows or an
 * empty state. The network may never be idle, because an event stream does not end.
 * @returns what its list lacks after `SETTLE_MS`
 */
async function settle(area: Locator, title: string, api: StubApi): Promise<string | null> {
  const loading = area.locator('[role=progressbar]:not([aria-valuenow]), [aria-busy=true]')
  const deadline = performance.now() + SETTLE_MS
  let hasUnknownCalls = false
  for (let steadySince = performance.now(); ; await sleep(POLL_MS)) {
    hasUnknownCalls ||= api.unknownCalls().length > 0
    // the stub has no rows for unknown calls
    const missing = hasUnknownCalls ? null : await emptyListOf(area, title)
    const now = performance.now()
    if (missing !== null || (await loading.count()) > 0) steadySince = now
    if (now - steadySince >= STEADY_MS || now > deadline) return missing
  }
}

/** Returns the title and the reason; the panel's other lines are for users. */
const reasonIn = async (panel: Locator): Promise<string> =>
  (await panel.innerText()).trim().split(/\n+/, 2).join(': ')

/** Elements whose text does not show whether a list is empty. */
const FRAME =
  'thead, th, [role=columnheader], h1, h2, h3, h4, h5, h6, [role=heading], header, footer, nav, form, [role=search], [role=toolbar], [role=alert], a, button, [role=button], input, select, textarea, label, legend, time, [aria-hidden=true], script, style'

/** A list without rows must have an empty state, anywhere in its area. */
async function emptyListOf(area: Locator, title: string): Promise<string | null> {
  const lists = area.locator('table, [role=table], [role=grid], [role=treegrid]')
  // in one step, because the screen may be replacing the list
  const [name] = await lists.evaluateAll((found) => found.map((list) => list.getAttribute('aria-label')))
  if (name === undefined) return null
  const cells = area.locator('td, [role=cell], [role=gridcell]').filter({ hasText: /\S/ })
  if ((await cells.count()) > 0 || (await area.evaluate(hasText, [FRAME, title, name]))) return null
  return `its list '${name}' has no rows, and does not say that there are none`
}

/**
 * Runs in the page, so it must contain no named function, because esbuild adds a helper to those. A time of
 * day is ignored: it only shows when a list was read.
 */
function hasText(area: Element, [frame, ...titles]: (string | null)[]): boolean {
  for (const nodes: Node[] = [...area.childNodes]; nodes.length > 0;) {
    const node = nodes.pop()!
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : ''
    if (text !== '' && !titles.includes(text) && !/\d:\d\d/.test(text)) return true
    if (node instanceof Element && node.matches(frame!)) continue
    const inside = node instanceof Element ? (node.shadowRoot?.childNodes ?? []) : []
    nodes.push(...inside, ...node.childNodes)
  }
  return false
}

const inTime = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    (error) => {
      if (error instanceof errors.TimeoutError) return false
      throw error
    },
  )

/** Collects uncaught errors, console errors, violations of the policy, and attempts to leave the console. */
async function watchPage(page: Page): Promise<string[]> {
  const seen: string[] = []
  const note = (text: string) => {
    if (seen.length < MAX_COMPLAINTS) seen.push(text.slice(0, MAX_COMPLAINT_LENGTH))
  }
  page.on('pageerror', (error) => note(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console error: ${oneLine(message)}`)
  })
  page.on('requestfailed', (request) => {
    const isBlocked = request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED'
    if (isBlocked && request.isNavigationRequest()) note(`it navigates to ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => note(`policy violation: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as { reportViolation?: (text: string) => void }).reportViolation
      report?.(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return seen
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!

/** Omits the stack. Chromium's message about a failed request lacks the address. */
function oneLine(message: ConsoleMessage): string {
  const text = firstLine(message.text())
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text
}
