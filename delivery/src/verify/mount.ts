import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { Environment, Release } from '@console/shared-kernel/remote/documents'
import { serveHost, serveRemote } from '../serve'
import type { Problem } from './problem'
import { serveStubApi } from './stubApi'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
const PATIENCE_MS = 20_000

export interface MountSettings {
  /** Folder of the host's release. */
  host: string
  /** Folder of the remote's release. */
  remote: string
  release: Release
  timeZone: string
  /** The browser's program. */
  chromium: string
}

/**
 * Opens each screen of a release in a headless browser, inside the real host, as a Master over an API
 * without data: it must show its title, and the page must complain of nothing.
 */
export async function mountProblems(settings: MountSettings): Promise<Problem[]> {
  const { host, remote, release } = settings
  const folder = mkdtempSync(join(tmpdir(), 'console-verify-'))
  const environmentFile = join(folder, 'environment.json')
  const [api, files] = await Promise.all([serveStubApi(), serveRemote({ root: remote, port: 0 })])
  writeFileSync(environmentFile, JSON.stringify(documentFor(settings, api.url, files.url)))
  const console = await serveHost({ root: host, environmentFile, port: 0 })
  const browser = await chromium.launch({ executablePath: settings.chromium, args: FLAGS })
  try {
    const context = await browser.newContext()
    await context.addInitScript(() => localStorage.setItem('token', 'verify'))
    const problems: Problem[] = []
    for (const { path, title } of release.screens) {
      const page = await context.newPage()
      const complaints = listen(page)
      await page.goto(console.url + path)
      const said = await shows(page, title)
      problems.push(
        ...[...said, ...complaints].map((what) => ({ check: 'mount' as const, what: `${path}: ${what}` })),
      )
      await page.close()
    }
    return problems
  } finally {
    await browser.close()
    await Promise.all([api, files, console].map((server) => server.close()))
    rmSync(folder, { recursive: true })
  }
}

const documentFor = ({ release, timeZone }: MountSettings, apiUrl: string, files: string): Environment => ({
  schema: 1,
  name: 'verify',
  apiUrl,
  externalReportsUrl: apiUrl,
  timeZone,
  overrides: [],
  remotes: { [release.name]: { baseUrl: `${files}/`, release } },
})

/** What the page complains of from now on: errors nobody caught, and what the policy did not allow. */
function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(`error in the page: ${message}`))
  page.on('console', (message) => {
    if (/violates the following Content Security Policy|Integrity-Policy/i.test(message.text()))
      complaints.push(`policy: ${message.text()}`)
  })
  return complaints
}

/** Nothing where the screen's title stands there; otherwise what stands in its place. */
async function shows(page: Page, title: string): Promise<string[]> {
  const heading = page.getByRole('main').getByRole('heading', { name: title, exact: true })
  const panel = page.getByRole('main').getByRole('alert')
  try {
    await heading.or(panel).first().waitFor({ timeout: PATIENCE_MS })
  } catch {
    return [`it did not show '${title}' within ${PATIENCE_MS / 1000} s`]
  }
  return (await heading.count()) > 0 ? [] : [`it did not mount: ${(await panel.first().innerText()).trim()}`]
}
