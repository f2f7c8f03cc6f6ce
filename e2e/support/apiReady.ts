import { expect, test } from '@playwright/test'
import { addresses } from './addresses'

/** All flows that share the API wait for this. Others run while it makes its data. */
test('the shared API is ready', async ({ request }) => {
  test.setTimeout(120_000)
  const isReady = () =>
    request.get(`${addresses.api}/readyz`).then(
      (answer) => answer.ok(),
      () => false,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
})
