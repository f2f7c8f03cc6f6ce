import { chromium, type BrowserContext, type Page } from 'playwright-core'
import type { Environment, ReleaseScreen } from '@console/shared-kernel/remote'
import { chromiumHere, CHROMIUM_FLAGS } from '../browser/chromium'
import { CommandError } from '../errors'
import type { Site } from '../site/layout'
import type { Problem } from './problem'
import { startTrial } from './trial'
import { watchPage } from './watchPage'

const PATIENCE_MS = 20_000
/** For what a screen does once it stands. */
const SETTLE_MS = 500

export interface MountSettings {
  site: Site
  /** With the release that is tried. */
  environment: Environment
  /** Whose screens are opened. */
  remotes: readonly string[]
}

/**
 * Opens each screen of these remotes in a headless browser, inside the environment's own host, as a Master
 * over an API without data: it must stand in its area, and the page must complain of nothing.
 * @throws CommandError where there is no browser
 */
export async function mountProblems({ site, environment, remotes }: MountSettings): Promise<Problem[]> {
  const executablePath = chromiumHere()
  if (executablePath === undefined)
    throw new CommandError(
      'No Chromium was found: install one, set CHROMIUM_PATH, or leave it out with --no-browser.',
    )
  const trial = await startTrial(site, environment)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext()
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    const problems: Problem[] = []
    for (const screen of remotes.flatMap((name) => environment.remotes[name]?.release.screens ?? [])) {
      const { isShown, found } = await tryScreen(context, trial.url, screen)
      problems.push(...found)
      // a console that shows nothing takes the whole patience for each of its screens
      if (!isShown) break
    }
    return problems
  } finally {
    await browser.close()
    await trial.close()
  }
}

async function tryScreen(
  context: BrowserContext,
  url: string,
  { path, title }: ReleaseScreen,
): Promise<{ isShown: boolean; found: Problem[] }> {
  const page = await context.newPage()
  const complaints = await watchPage(page)
  await page.goto(url + path.replace(/:[^/]+/g, '1'))
  const isShown = await waitForArea(page, title)
  const said = isShown
    ? await panelText(page, title)
    : [`it did not show '${title}' within ${PATIENCE_MS / 1000} s`]
  await page.close()
  const found = [...said, ...complaints].map((what): Problem => ({
    check: 'mount',
    what: `${path}: ${what}`,
  }))
  return { isShown, found }
}

/** @returns whether something stands in the screen's area in time */
async function waitForArea(page: Page, title: string): Promise<boolean> {
  try {
    // while the session is checked the page is a spinner, which is no screen
    await page.getByRole('banner').waitFor({ timeout: PATIENCE_MS })
    await page.waitForFunction(
      (loading) => {
        const area = document.querySelector('main')
        return area?.hasChildNodes() && !area.querySelector(`[aria-label="${CSS.escape(loading)}"]`)
      },
      `Loading ${title}`,
      { timeout: PATIENCE_MS },
    )
  } catch {
    return false
  }
  await page.waitForTimeout(SETTLE_MS)
  return true
}

/** What the panel says that stands in the screen's place; nothing where the screen itself stands there. */
async function panelText(page: Page, title: string): Promise<string[]> {
  const panel = page.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })
  return (await panel.count()) > 0 ? [`it did not mount: ${(await panel.first().innerText()).trim()}`] : []
}
