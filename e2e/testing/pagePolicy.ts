import { expect, type Page } from '@playwright/test'
import { stackPorts } from './addresses'
import { heading, link } from './consolePage'
import { createSite, serveWithNginx } from './deliverySite'
import type { PageFaults } from './pageFaults'
import { navigationOf } from './remotes'
import { PASSWORD, submitLogin } from './test'

/** The errors of a page whose inline script is blocked, in each browser. */
const INLINE_BLOCKED = [
  /Content Security Policy/,
  /^policy: script-src-elem inline$/,
  /phase: policy/,
  /blocked an inline script/,
]

/** What the browser blocked on this page, by directive; the event does not come out of a frozen list. */
const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { violations: string[] }).violations)

/**
 * Delivers this build with nginx, whose headers lack the environment's policy: each screen works under the
 * policy in the page's meta element without a violation, and injected code is blocked.
 */
export async function expectPagePolicy(
  { page, faults }: { page: Page; faults: PageFaults },
  program: string,
  worker: number,
): Promise<void> {
  faults.expect(...INLINE_BLOCKED)
  const site = await createSite(worker)
  const served = await serveWithNginx(site, program, worker, [stackPorts.api])
  try {
    await visitEachScreen(page, served.url)
    // otherwise its change stream would be cut
    await page.goto('about:blank')
  } finally {
    await served.stop()
    site.remove()
  }
}

async function visitEachScreen(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = ((window as unknown as { violations: string[] }).violations = [])
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  const response = await page.goto(`${url}/login`)
  expect(response?.headers()['content-security-policy']).not.toContain('script-src')
  expect(await response?.text()).toMatch(
    /<head><meta http-equiv="Content-Security-Policy" content="default-src/,
  )
  await submitLogin(page, 'admin1', PASSWORD)
  // in reverse, because the first screen is already shown
  for (const { label, title } of navigationOf(2).reverse()) {
    await link(page, label).click()
    await expect(heading(page, title)).toBeVisible()
  }
  expect(await violations(page)).toEqual([])
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
  await expect.poll(() => violations(page)).toEqual([expect.stringMatching(/^script-src(-elem)? inline$/)])
}
