import type { Browser } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { ownConsolePort, stackPorts } from '../testing/addresses'
import { tokenOf } from '../testing/api'
import { changedBuild, released } from '../testing/changedBuild'
import { heading, panel } from '../testing/consolePage'
import { proxyFrom, startDeliveryService } from '../testing/deliveryService'
import { createSite, serveByNginx } from '../testing/deliverySite'
import { nginxProgram } from '../testing/nginx'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'

const SERVICE_PORT = stackPorts.host + 560
const FAILING = 3
const USERS = 15
const fails = ({ userId }: { userId: number }) => userId % 5 === 0

/** Created until enough ids of both kinds were assigned: other tests create users at the same time. */
async function createUsers() {
  const users: Awaited<ReturnType<typeof createPerson>>[] = []
  while (users.length < USERS) {
    const made = await createPerson('canary')
    const most = fails(made) ? FAILING : USERS - FAILING
    if (users.filter((user) => fails(user) === fails(made)).length < most) users.push(made)
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
    'a canary that fails for one user in five shows it in its health, and is not served again once a person has rolled it back',
    WITH_ALL,
    async ({ browser }, { parallelIndex }) => {
      test.setTimeout(300_000)
      const url = localAddress(ownConsolePort(parallelIndex))
      const site = await createSite(parallelIndex)
      const service = await startDeliveryService(site, SERVICE_PORT, ['users'])
      const delivery = ['--delivery', `127.0.0.1:${SERVICE_PORT}`]
      const served = await serveByNginx(site, program, parallelIndex, [stackPorts.api], delivery)
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
