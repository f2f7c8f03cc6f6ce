import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/paths'
import { startNode } from '../../packages/emulator/src/processes'
import type { DeliverySite } from './deliverySite'

const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')

/** `console-delivery serve` of a test's own site, and the command as a team uses it. */
interface DeliveryService {
  /** Runs a command as the team that owns the parts named at the start. */
  run: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

export async function startDeliveryService(
  site: DeliverySite,
  port: number,
  owns: string[],
): Promise<DeliveryService> {
  await site.run('team', 'set', 'team', ...owns.flatMap((part) => ['--owns', part]))
  const [token = ''] = (await site.run('team', 'token', 'team')).split('\n')
  const words = ['serve', '--listen', `127.0.0.1:${port}`, '--trust-proxy', '127.0.0.1', '--site', site.root]
  const service = startNode([COMMAND, ...words], { readyLine: /./ })
  await service.ready
  const env = {
    ...process.env,
    CONSOLE_DELIVERY_URL: `http://127.0.0.1:${port}`,
    CONSOLE_DELIVERY_TOKEN: token,
  }
  return {
    run: async (...words) => {
      const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words], { env })
      return stdout.trim()
    },
    stop: () => service.stop(),
  }
}

/** A proxy whose requests come from an address of this machine's loopback network, e.g. `127.0.0.7`. */
export async function proxyFrom(localAddress: string): Promise<{ server: string; close: () => void }> {
  const proxy = createServer((incoming, outgoing) => {
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const sent = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers, localAddress },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
