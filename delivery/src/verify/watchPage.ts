import type { Page } from 'playwright-core'

/** Collects what must not happen in a page: uncaught errors and violations of the policy. */
export async function watchPage(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`page error: ${error.message}`))
  await page.exposeFunction('reportViolation', (text: string) => seen.push(`policy violation: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as { reportViolation?: (text: string) => void }).reportViolation
      report?.(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return seen
}
