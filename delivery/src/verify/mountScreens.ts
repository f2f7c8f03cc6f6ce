import { setTimeout as sleep } from 'node:timers/promises'
import { errors, type BrowserContext, type ConsoleMessage, type Locator, type Page } from 'playwright-core'
import type { Environment, Release, ReleaseScreen } from '@console/shared-kernel/remote'
import type { Site } from '../site/siteLayout'
import { labelOf } from '../site/environmentRevision'
import { problem, type Problem } from '../errors/checkProblem'
import { deadlineMs } from './deadline'
import type { StubApi } from './stubApi'
import { startBrowser } from './trialBrowser'
import { startTrial, type Trial } from './trialConsole'

const TIMEOUT_MS = 20_000
/** For the first calls of a screen, and again for rendering their answers. */
const SETTLE_MS = 10_000
const CLOSE_MS = 2_000
const POLL_MS = 100
/** A screen may complain without end. */
const MAX_COMPLAINTS = 20
const MAX_COMPLAINT_LENGTH = 500

/** Makes a report search at once, as its Search button does; other screens ignore it. */
const RUN = '?run=1'

export interface MountSettings {
  site: Site
  environment: Environment
  /** Each group in a console of its own: both have the same addresses. */
  opened: readonly (readonly Release[])[]
  /** Ends the check: the client has gone. */
  ended?: AbortSignal | undefined
}

/**
 * Opens each screen in a headless browser, in the environment's host, as a Master, with a stub API that has a
 * few rows of each kind. A screen must show content, and in its lists rows or that there are none, without
 * errors in the page. There is one deadline for all.
 * @throws CommandError if the browser cannot start
 */
export async function mountProblems({ site, environment, opened, ended }: MountSettings): Promise<Problem[]> {
  const deadline = deadlineFor(opened.flat())
  const signal = ended ? AbortSignal.any([deadline, ended]) : deadline
  const problems: Problem[] = []
  for (const releases of opened) {
    // what was not opened is not good
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

function deadlineFor(releases: readonly Release[]): AbortSignal {
  const ms = deadlineMs(releases.flatMap(({ screens }) => screens).length)
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(new Error(`the check was ended after ${ms / 1000} s`)), ms).unref()
  return deadline.signal
}

async function problemsIn(
  trial: Trial,
  releases: readonly Release[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const { browser, kill } = await startBrowser(trial)
  const problems: Problem[] = []
  let whose = ''
  const note = (what: string) => problems.push(problem('mount')(whose + what))
  const end = () => void kill()
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    for (const release of releases) {
      for (const screen of release.screens) {
        whose = `${labelOf(release.name, release)}, ${screen.path}: `
        const { hasStarted, found } = await tryScreen(context, trial, screen)
        signal.throwIfAborted()
        found.forEach(note)
        // a broken console would use the whole timeout for each screen
        if (!hasStarted) return problems
      }
    }
    return problems
  } catch (error) {
    if (!signal.aborted) throw error
    return [...problems, lateProblem(signal, whose)]
  } finally {
    signal.removeEventListener('abort', end)
    await kill()
  }
}

async function tryScreen(context: BrowserContext, { url, api }: Trial, { path, title }: ReleaseScreen) {
  const page = await context.newPage()
  const complaints = await watchPage(page)
  api.unknownCalls()
  try {
    await page.goto(url + path.replace(/:[^/]+/g, '1') + RUN, { timeout: TIMEOUT_MS })
    // the banner: while the session is checked there is only a spinner
    const hasStarted = await inTime(page.getByRole('banner').waitFor({ timeout: TIMEOUT_MS }))
    const wrong = hasStarted ? await problemOf(page, title, api) : notShown(title)
    return { hasStarted, found: [...(wrong === null ? [] : [wrong]), ...complaints] }
  } catch (error) {
    // it leaves its page, or crashes it
    return {
      hasStarted: true,
      found: [`the check failed: ${firstLine((error as Error).message)}`, ...complaints],
    }
  } finally {
    // a page that loops does not close, and would take the time of the other screens
    await Promise.race([page.close(), sleep(CLOSE_MS, undefined, { ref: false })]).catch(() => {})
  }
}

const notShown = (title: string): string => `it did not show '${title}' within ${TIMEOUT_MS / 1000} s`

async function problemOf(page: Page, title: string, api: StubApi): Promise<string | null> {
  const area = page.getByRole('main')
  const content = area.filter({ hasText: /\S/ }).or(area.locator('img, svg, canvas, video, input')).first()
  const isFilledWithin = (ms: number) => inTime(content.waitFor({ timeout: ms, state: 'attached' }))
  if (!(await isFilledWithin(TIMEOUT_MS))) return EMPTY
  const loading = area.getByLabel(`Loading ${title}`)
  if (!(await inTime(loading.waitFor({ timeout: TIMEOUT_MS, state: 'detached' })))) return notShown(title)
  await inTime(page.waitForLoadState('networkidle', { timeout: SETTLE_MS }))
  const panel = area.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })
  if ((await panel.count()) > 0) return `it did not mount: ${await reasonIn(panel.first())}`
  if (!(await isFilledWithin(SETTLE_MS))) return EMPTY
  // the stub has no rows for unspecified calls
  return api.unknownCalls().length > 0 ? null : emptyListOf(area, title)
}

const EMPTY = 'it is empty'

/** Title and reason; the panel's other lines are for users. */
const reasonIn = async (panel: Locator): Promise<string> =>
  (await panel.innerText()).trim().split(/\n+/, 2).join(': ')

/** What an area shows with and without rows. */
const FRAME =
  'thead, th, [role=columnheader], h1, h2, h3, h4, h5, h6, [role=heading], header, footer, nav, form, [role=search], [role=toolbar], [role=alert], a, button, [role=button], input, select, textarea, label, legend, time, [aria-hidden=true], script, style'

/** A list without rows must have an empty state, anywhere in its area. */
async function emptyListOf(area: Locator, title: string): Promise<string | null> {
  const list = area.locator('table, [role=table], [role=grid], [role=treegrid]').first()
  if ((await list.count()) === 0) return null
  const name = await list.getAttribute('aria-label')
  const cells = area.locator('td, [role=cell], [role=gridcell]').filter({ hasText: /\S/ })
  const until = performance.now() + SETTLE_MS
  while ((await cells.count()) === 0 && !(await area.evaluate(hasText, [FRAME, title, name])))
    if (performance.now() < until) await sleep(POLL_MS)
    else return `its list '${name}' has no rows, and does not say that there are none`
  return null
}

/** Runs in the page, so it has no named function inside, to which esbuild adds a helper. A time says only when the list was read. */
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

async function inTime(waiting: Promise<unknown>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}

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
    const isRefused = request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED'
    if (isRefused && request.isNavigationRequest()) note(`it navigates to ${request.url()}`)
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

/** Without a stack. Chromium's message about a failed request lacks the address. */
function oneLine(message: ConsoleMessage): string {
  const text = firstLine(message.text())
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text
}
