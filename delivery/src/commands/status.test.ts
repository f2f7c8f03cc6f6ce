import { expect, test } from '@jest/globals'
import { freshSite, promoteNext, publishNext, run, start } from '../../testing/staging'
import { status } from './status'

freshSite(start)

test('status names what is served, what it would fall back to, and the canary', async () => {
  await publishNext()
  await promoteNext()
  expect(await run(status, '--env staging')).toBe(
    'staging: revision 3, host 2.0.0-aaaaaaaa\n  users 1.1.0-22222222, previous 1.0.0-11111111',
  )
})
