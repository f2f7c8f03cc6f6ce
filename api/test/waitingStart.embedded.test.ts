import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { inMemory, run } from '../testing/server'

test('a starting server that waits for its database logs this every few seconds', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await once(closed.close(), 'close')
  const server = await run('main.js', {
    ...inMemory,
    DATABASE_URL: `postgres://console@127.0.0.1:${port}/none`,
    TOKEN_SECRET: 'x'.repeat(32),
  })
  while (!/^console-api preparing: database, \d+ s$/m.test(server.stdout())) await sleep(10)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
