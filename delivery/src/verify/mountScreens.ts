import { chromium, errors, type BrowserContext, type Locator, type Page } from 'playwright-core'
import type { Environment, Release, ReleaseScreen } from '@console/shared-kernel/remote'
import { chromiumHere, CHROMIUM_FLAGS } from '../chromium/chromium'
import { CommandError } from '../errors'
import type { Site } from '../site/siteLayout'
import { labelOf } from '../site/environmentRevision'
import type { Problem } from '../problem'
import type { StubApi } from './stubApi'
import { startTrial, type Trial } from './trialConsole'
import { watchPage } from './watchPage'

const PATIENCE_MS = 20_000
/** For the calls that a screen makes once it is shown, and again for what it does with the answers. */
const SETTLE_MS = 10_000

/** Has a report search at once, as its Search button writes it; other screens do not know it. */
const RUN = '?run=1'

export interface MountSettings {
  site: Site
  /** With the host that is tried. */
  environment: Environment
  /** Whose screens are opened. */
  releases: readonly Release[]
}

/**
 * Opens each screen of these releases in a headless browser, inside the environment's own host, as a Master
 * over an API with a few rows of each kind: it must be shown in its area, with rows in its lists, and the page
 * must complain of nothing.
 * @throws CommandError where there is no browser
 */
export async function mountProblems({ site, environment, releases }: MountSettings): Promise<Problem[]> {
  const executablePath = chromiumHere()
  if (executablePath === undefined)
    throw new CommandError('No Chromium was found: install one, set CHROMIUM_PATH, or use --no-browser.')
  const trial = await startTrial(site, environment, releases)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext()
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    const problems: Problem[] = []
    for (const release of releases) {
      for (const screen of release.screens) {
        const { hasStarted, said } = await tryScreen(context, trial, screen)
        const whose = `${labelOf(release.name, release)}, ${screen.path}`
        problems.push(...said.map((what): Problem => ({ check: 'mount', what: `${whose}: ${what}` })))
        // a console that shows nothing takes the whole patience for each of its screens
        if (!hasStarted) return problems
      }
    }
    return problems
  } finally {
    await browser.close()
    await trial.close()
  }
}

async function tryScreen(context: BrowserContext, { url, api }: Trial, { path, title }: ReleaseScreen) {
  const page = await context.newPage()
  const complaints = await watchPage(page)
  api.unknownCalls()
  await page.goto(url + path.replace(/:[^/]+/g, '1') + RUN)
  // while the session is checked the page is a spinner, which is no screen
  const hasStarted = await inTime(page.getByRole('banner').waitFor({ timeout: PATIENCE_MS }))
  const wrong = hasStarted ? await problemOf(page, title, api) : notShown(title)
  await page.close()
  return { hasStarted, said: [...(wrong === null ? [] : [wrong]), ...complaints] }
}

const notShown = (title: string): string => `it did not show '${title}' within ${PATIENCE_MS / 1000} s`

/** What is wrong with the content of a screen's area; null where nothing is. */
async function problemOf(page: Page, title: string, api: StubApi): Promise<string | null> {
  const area = page.getByRole('main')
  const content = area.filter({ hasText: /\S/ }).or(area.locator('img, svg, canvas, video, input')).first()
  const isFilledWithin = (ms: number) => inTime(content.waitFor({ timeout: ms, state: 'attached' }))
  if (!(await isFilledWithin(PATIENCE_MS))) return EMPTY
  const loading = area.getByLabel(`Loading ${title}`)
  if (!(await inTime(loading.waitFor({ timeout: PATIENCE_MS, state: 'detached' })))) return notShown(title)
  await inTime(page.waitForLoadState('networkidle', { timeout: SETTLE_MS }))
  const panel = area.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })
  if ((await panel.count()) > 0) return `it did not mount: ${await reasonIn(panel.first())}`
  if (!(await isFilledWithin(SETTLE_MS))) return EMPTY
  // rows of an unspecified call cannot be made up
  return api.unknownCalls().length > 0 ? null : emptyListOf(area)
}

const EMPTY = 'it is empty'

/** Its title and the reason; below them the panel has words for users. */
const reasonIn = async (panel: Locator): Promise<string> =>
  (await panel.innerText()).trim().split(/\n+/, 2).join(': ')

async function emptyListOf(area: Locator): Promise<string | null> {
  for (const list of await area.locator('table, [role=table], [role=grid], [role=treegrid]').all()) {
    // a cell over all columns is a gap, or says that there are no rows
    const cells = list.locator('td:not([colspan]), [role=cell], [role=gridcell]').filter({ hasText: /\S/ })
    if (!(await inTime(cells.first().waitFor({ timeout: SETTLE_MS, state: 'attached' }))))
      return `its list '${await list.getAttribute('aria-label')}' has no rows`
  }
  return null
}

/** Whether something came within the time that it waits at most. */
async function inTime(waiting: Promise<unknown>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}
