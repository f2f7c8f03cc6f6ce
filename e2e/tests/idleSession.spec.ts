import { startApiProcess } from '../testing/apiProcesses'
import { documentWith } from '../testing/environment'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

test(
  'an idle session ends after SESSION_IDLE: the page says so, and signing in again leads back to the screen',
  WITH_ALL,
  async ({ page, ownConsole, faults }) => {
    test.setTimeout(180_000)
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const api = await startApiProcess('', { DATA_DIR: 'memory://', SESSION_IDLE: '5s' })
    try {
      const { url, write } = await ownConsole({})
      write(documentWith({}, { apiUrl: api.url }))
      await page.goto(`${url}/machines?search=a`)
      await submitLogin(page, 'admin1', PASSWORD)
      await expect(page.locator('tr.data').first()).toBeVisible()

      await expect(page.getByRole('status').filter({ hasText: 'Your session has ended.' })).toHaveText(
        'Your session has ended. Sign in again to go on where you were.',
        { timeout: 90_000 },
      )
      await expect(page).toHaveURL(`${url}/login`)
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await submitLogin(page, 'admin1', PASSWORD)
      await expect(page).toHaveURL(`${url}/machines?search=a`)
      await expect(page.locator('tr.data').first()).toBeVisible()
      // leave the page before the server stops
      await page.goto('about:blank')
    } finally {
      await api.stop()
    }
  },
)
