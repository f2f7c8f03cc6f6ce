import {
  chromium,
  errors,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
} from 'playwright-core'
import type { Environment, Release, ReleaseScreen } from '@console/shared-kernel/remote'
import { chromiumHere, CHROMIUM_FLAGS } from '../chromium/chromium'
import { CommandError } from '../errors/commandError'
import type { Site } from '../site/siteLayout'
import { labelOf } from '../site/environmentRevision'
import type { Problem } from '../errors/checkProblem'
import type { StubApi } from './stubApi'
import { startTrial, type Trial } from './trialConsole'

const TIMEOUT_MS = 20_000
/** For the first calls of a screen, and again for rendering their answers. */
const SETTLE_MS = 10_000

/** Makes a report search at once, as its Search button does; other screens ignore it. */
const RUN = '?run=1'

export interface MountSettings {
  site: Site
  environment: Environment
  releases: readonly Release[]
}

/**
 * Opens each screen in a headless browser, in the environment's host, as a Master, with a stub API that has a
 * few rows of each kind. A screen must show content and rows in its lists, without errors in the page.
 * @throws CommandError if there is no browser
 */
export async function mountProblems({ site, environment, releases }: MountSettings): Promise<Problem[]> {
  const executablePath = chromiumHere()
  if (executablePath === undefined)
    throw new CommandError('No Chromium was found: install one, set CHROMIUM_PATH, or use --no-browser.')
  const trial = await startTrial(site, environment, releases)
  try {
    return await problemsIn(trial, releases, executablePath)
  } finally {
    await trial.close()
  }
}

async function problemsIn(
  trial: Trial,
  releases: readonly Release[],
  executablePath: string,
): Promise<Problem[]> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext()
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    const problems: Problem[] = []
    for (const release of releases) {
      for (const screen of release.screens) {
        const { hasStarted, found } = await tryScreen(context, trial, screen)
        const whose = `${labelOf(release.name, release)}, ${screen.path}`
        problems.push(...found.map((what): Problem => ({ check: 'mount', what: `${whose}: ${what}` })))
        // a broken console would use the whole timeout for each screen
        if (!hasStarted) return problems
      }
    }
    return problems
  } finally {
    await browser.close()
  }
}

async function tryScreen(context: BrowserContext, { url, api }: Trial, { path, title }: ReleaseScreen) {
  const page = await context.newPage()
  const complaints = await watchPage(page)
  api.unknownCalls()
  await page.goto(url + path.replace(/:[^/]+/g, '1') + RUN)
  // the banner: while the session is checked there is only a spinner
  const hasStarted = await inTime(page.getByRole('banner').waitFor({ timeout: TIMEOUT_MS }))
  const wrong = hasStarted ? await problemOf(page, title, api) : notShown(title)
  await page.close()
  return { hasStarted, found: [...(wrong === null ? [] : [wrong]), ...complaints] }
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
  return api.unknownCalls().length > 0 ? null : emptyListOf(area)
}

const EMPTY = 'it is empty'

/** Title and reason; the panel's other lines are for users. */
const reasonIn = async (panel: Locator): Promise<string> =>
  (await panel.innerText()).trim().split(/\n+/, 2).join(': ')

async function emptyListOf(area: Locator): Promise<string | null> {
  for (const list of await area.locator('table, [role=table], [role=grid], [role=treegrid]').all()) {
    // a cell with a colspan is a gap or says that there are no rows
    const cells = list.locator('td:not([colspan]), [role=cell], [role=gridcell]').filter({ hasText: /\S/ })
    if (!(await inTime(cells.first().waitFor({ timeout: SETTLE_MS, state: 'attached' }))))
      return `its list '${await list.getAttribute('aria-label')}' has no rows`
  }
  return null
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

/** Collects uncaught errors, console errors and violations of the policy. */
async function watchPage(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console error: ${oneLine(message)}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => seen.push(`policy violation: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as { reportViolation?: (text: string) => void }).reportViolation
      report?.(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return seen
}

/** The first line, without a stack. Chromium's message about a failed request lacks the address. */
function oneLine(message: ConsoleMessage): string {
  const [text = ''] = message.text().split('\n', 1)
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text
}
