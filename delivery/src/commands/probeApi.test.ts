import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { requireApi } from './settings'

test('an endless answer is read only up to a limit', async () => {
  const ended: Promise<unknown>[] = []
  const server = createServer((_, response) => {
    ended.push(once(response, 'close'))
    const send = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', send)
    send()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    await expect(requireApi(`http://127.0.0.1:${port}`)).rejects.toThrow(
      'GET /healthz: status 200, but not the answer of an API; GET /api/Auth/validate: status 200, but',
    )
    // both connections are closed
    await Promise.all(ended)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}, 30_000)
