import { join } from 'node:path'
import { REMOTES } from '@console/shared-kernel/ports'
import { heading, panel } from '../testing/consolePage'
import { root } from '../../scripts/lib/paths'
import { NAVIGATION } from '../testing/remotes'
import { expect, test, WITH_ALL } from '../testing/test'
import { countAssertion, openingTimes, timeToOpen } from './tally'

const screenOf = (name: string) => NAVIGATION.find(({ remote }) => remote === name)!

/** Takes down each remote in turn. Compares the others' opening times with those when no remote is down. */
export function testDeadRemotes(): void {
  for (const dead of REMOTES) {
    test(
      `the remote ${dead} is down while every other one is used`,
      WITH_ALL,
      async ({ page, ownConsole, signIn }) => {
        await page.addInitScript({ path: join(root, 'e2e/testing/pageClock.js') })
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
        const { url, remote } = await ownConsole({ remotes: [dead] })
        const [first, ...others] = REMOTES.filter((other) => other !== dead) as [string, ...string[]]
        const open = (name: string) => timeToOpen(page, screenOf(name).label, screenOf(name).title)
        // this user's navigation has every screen
        await signIn('subdistributor1', url, screenOf(first).path)
        await countAssertion(expect(heading(page, screenOf(first).title)).toBeVisible())
        for (const name of others) openingTimes.allAlive.push(await open(name))

        remote(dead).fault(/./, { kind: 'reset' })
        await page.goto(url + screenOf(first).path)
        await countAssertion(expect(heading(page, screenOf(first).title)).toBeVisible())
        for (const name of [dead, ...others, dead]) {
          const times = name === dead ? openingTimes.panel : openingTimes.nextToDead
          times.push(await open(name))
          const { title } = screenOf(name)
          await countAssertion(
            expect(name === dead ? panel(page, title) : heading(page, title)).toBeVisible(),
          )
        }
      },
    )
  }
}
