import type { Page } from '@playwright/test'

/**
 * All errors of a page: uncaught errors, console errors, policy violations. A test fails on any that it does
 * not expect.
 */
export class PageFaults {
  private readonly seen: string[] = []
  private readonly expected: RegExp[] = []

  async watch(page: Page): Promise<void> {
    page.on('pageerror', (error) => this.seen.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.seen.push(`console: ${message.text()}`)
    })
    // not every violation is written to the console
    await page.exposeFunction('reportViolation', (text: string) => this.seen.push(`policy: ${text}`))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const report = (globalThis as { reportViolation?: (text: string) => void }).reportViolation
        report?.(`${event.effectiveDirective} ${event.blockedURI}`)
      })
    })
  }

  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns)
  }

  all(): readonly string[] {
    return this.seen
  }

  unexpected(): string[] {
    return this.seen.filter((text) => !this.expected.some((pattern) => pattern.test(text)))
  }
}

/** What the browser logs for a failed request. */
export const FAILED_REQUEST = /Failed to load resource/
/** What the admin console logs for a failed call. */
export const FAILED_CALL = /Error \d+ en la respuesta|Sin respuesta del servidor|No autorizado/
/** What the admin console logs if a remote, or a part of the console itself, fails. */
export const FAILED_REMOTE = /Fallo de (?:un remoto|la consola)/
