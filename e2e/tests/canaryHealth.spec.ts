import type { Browser } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { ownConsolePort, stackPorts } from '../testing/addresses'
import { tokenOf } from '../testing/api'
import { changedBuild, released } from '../testing/changedBuild'
import { heading, panel } from '../testing/consolePage'
import { createSite, serveWithNginx, type DeliverySite } from '../testing/deliverySite'
import { nginxProgram } from '../testing/nginx'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/paths'
import { startNode } from '../../packages/emulator/src/processes'

const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')

/** `console-delivery serve` for a test's own site, and the command as a team runs it. */
interface DeliveryService {
  /** Runs a command as the team that owns the parts named at the start. */
  run: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

async function startDeliveryService(
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
async function proxyFrom(localAddress: string): Promise<{ server: string; close: () => void }> {
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

const SERVICE_PORT = stackPorts.host + 560
const FAILING = 3
const USERS = 15
const fails = ({ userId }: { userId: number }) => userId % 5 === 0

/** Creates users until there are enough ids of both kinds: other tests create users at the same time. */
async function createUsers() {
  const users: Awaited<ReturnType<typeof createPerson>>[] = []
  while (users.length < USERS) {
    const made = await createPerson('canary')
    const max = fails(made) ? FAILING : USERS - FAILING
    if (users.filter((user) => fails(user) === fails(made)).length < max) users.push(made)
  }
  return users
}

/** Opens the console as a user with their own IP address, and leaves: events are sent when a page is left. */
async function visit(browser: Browser, url: string, userName: string, address: string) {
  const proxy = await proxyFrom(address)
  const context = await browser.newContext({ proxy: { server: proxy.server, bypass: '<-loopback>' } })
  const token = (await tokenOf(userName)) ?? ''
  await context.addInitScript((text) => localStorage.setItem('token', text), token)
  const page = await context.newPage()
  await page.goto(url)
  const [shown, broken] = [heading(page, 'Managed Users'), panel(page, 'Managed Users')]
  await expect(shown.or(broken)).toBeVisible({ timeout: 20_000 })
  const failed = await broken.isVisible()
  await page.goto('about:blank')
  await context.close()
  proxy.close()
  return failed
}

if (nginxProgram) {
  const program = nginxProgram
  test(
    'the health of a canary shows that it fails for one user in five, and it is not served again after a rollback',
    WITH_ALL,
    async ({ browser }, { parallelIndex }) => {
      test.setTimeout(300_000)
      const url = localAddress(ownConsolePort(parallelIndex))
      const site = await createSite(parallelIndex)
      const service = await startDeliveryService(site, SERVICE_PORT, ['users'])
      const delivery = ['--delivery', `127.0.0.1:${SERVICE_PORT}`]
      const served = await serveWithNginx(site, program, parallelIndex, [stackPorts.api], delivery)
      try {
        await site.run('settings', '--env', 'staging', '--why', 'watch', '--telemetry-url', `${url}/events`)
        const release = await site.publish(
          await changedBuild('remote-users', [
            released('remote-users', 'minor'),
            {
              file: 'src/features/users/UsersScreen.tsx',
              from: '  const viewer = useCurrentUser()\n',
              to: '  const viewer = useCurrentUser()\n  if (viewer.userId % 5 === 0) throw Error()\n',
            },
          ]),
        )
        await service.run('canary', release, '--percent', '100', '--env', 'staging', '--why', 'faster')
        const people = await createUsers()
        const failures: boolean[] = []
        for (const [at, { userName }] of people.entries())
          failures.push(await visit(browser, url, userName, `127.0.0.${at + 10}`))
        expect(failures.filter(Boolean)).toHaveLength(FAILING)
        await expect
          .poll(() => service.run('health', release, '--env', 'staging'), { timeout: 30_000 })
          .toContain(`: ${FAILING} of ${USERS} sessions failed (20.0 %)`)
        await service.run('rollback', 'users', '--env', 'staging', '--why', 'one in five fails')
        expect(await service.run('status', '--env', 'staging')).toMatch(
          /rolled back from: \S+ \(one in five fails/,
        )
        await expect(
          service.run('promote', release, '--env', 'staging', '--why', 'once more'),
        ).rejects.toThrow('was rolled back from')
        for (const [at, user] of people.entries())
          if (fails(user)) expect(await visit(browser, url, user.userName, `127.0.0.${at + 10}`)).toBe(false)
      } finally {
        await served.stop()
        await service.stop()
        site.remove()
      }
    },
  )
} else {
  console.warn('nginx is not installed: a canary is not played in a browser.')
}
