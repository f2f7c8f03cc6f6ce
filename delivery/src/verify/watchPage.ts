import type { ConsoleMessage, Page } from 'playwright-core'

/** Collects uncaught errors, console errors and violations of the policy. */
export async function watchPage(page: Page): Promise<string[]> {
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
