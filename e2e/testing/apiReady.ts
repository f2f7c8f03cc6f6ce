import { existsSync, readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { addresses } from './addresses'
import { apiFailure } from './folders'

/** All flows that share the API wait for this test; the others run while the API creates its data. */
test('the shared API is ready', async ({ request }) => {
  test.setTimeout(120_000)
  const isReady = () =>
    request.get(`${addresses.api}/readyz`).then(
      (answer) => answer.ok(),
      () => false,
    )
  while (!(await isReady())) {
    if (existsSync(apiFailure)) throw new Error(readFileSync(apiFailure, 'utf8'))
    await new Promise((passed) => setTimeout(passed, 250))
  }
})
