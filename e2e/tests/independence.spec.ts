import type { Page } from '@playwright/test'
import { serveRemote } from '@console/delivery/serve'
import { kernelRange } from '@console/remote-preset/host'
import { addresses } from '../testing/addresses'
import { changedBuild, released, versionsOf, type Edit } from '../testing/changedBuild'
import { chooseInAccountMenu, heading, link, panel, versionNotice } from '../testing/consolePage'
import { createSite, serveWithoutNginx, type DeliverySite } from '../testing/deliverySite'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { createPerson, freshName } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { timeToShow } from '../testing/timeToShow'
import { action, rowOf } from '../testing/usersScreen'

/*
 * Teams ship independently; `npm run demo:independence` runs this and prints each step. They build versions
 * other than this repository's, some against other kernels; every release goes through one site.
 */

const kernel = versionsOf('shared-kernel')
const NEWS = 'the newer minor kernel'
/** A kernel with an export that this repository's kernel does not have. */
const news: Edit[] = [
  {
    file: 'src/entries/core.ts',
    from: "export { useNow } from '../client/useNow'",
    to: `export { useNow } from '../client/useNow'\nexport const news = '${NEWS}'`,
  },
  { file: 'src/entries/sdk.ts', from: '  newKey,\n', to: '  newKey,\n  news,\n' },
]
const newerKernel = [released('shared-kernel', 'minor'), ...news]
/** The next major version: it may remove only exports that the previous major had deprecated. */
const nextMajor = [released('shared-kernel', 'major'), ...news]
const greeting = '${userName}'
const helloWithNews: Edit[] = [
  { file: 'src/app/Hello.tsx', from: 'useCurrentUser }', to: 'news, useCurrentUser }' },
  { file: 'src/app/Hello.tsx', from: greeting, to: `${greeting}, by \${news}` },
]

const step = (what: string, act: () => Promise<void>) =>
  test.step(what, async () => {
    console.log(`\n> ${what}`)
    await act()
  })

/** @returns the command's output, or its error message; either is also printed */
async function command(site: DeliverySite, ...words: string[]): Promise<string> {
  const all = [...words, '--env', 'staging']
  console.log(
    `  $ console-delivery ${all.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`,
  )
  const output = await site.run(...all).catch(({ message }: Error) => message)
  // the usage follows the message
  const [answer = ''] = output.split('\n\n')
  console.log(answer.replace(/^/gm, '    '))
  return answer
}

async function publish(site: DeliverySite, dist: string): Promise<string> {
  const release = await site.publish(dist)
  console.log(`  Built and published ${release}.`)
  return release
}

const promote = (site: DeliverySite, release: string, why: string) =>
  command(site, 'promote', release, '--why', why)

const verifies = async (site: DeliverySite, release: string) =>
  expect(await command(site, 'verify', release)).toContain('and its screens mount')

const ship = async (site: DeliverySite, dist: string, why: string) => {
  const release = await publish(site, dist)
  await verifies(site, release)
  await promote(site, release, why)
}

const expectRejected = async (site: DeliverySite, dist: string, needs: string, has: string) => {
  const release = await publish(site, dist)
  const rejection = `needs kernel ${needs}, and this host has ${has}`
  expect(await command(site, 'verify', release)).toContain(rejection)
  expect(await promote(site, release, 'all the same')).toContain(rejection)
}

/** Simulates bringing the tab to the front, which makes it read the environment and its files. */
const refocusTab = (page: Page) =>
  Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'HEAD'),
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ])

test(
  'teams ship independently: a release while a form is open, a rollback, two kernel minors, and a rejected next major',
  WITH_ALL,
  async ({ page, signIn, faults }, { parallelIndex }) => {
    test.setTimeout(600_000)
    faults.expect(FAILED_REMOTE)
    const site = await createSite(parallelIndex, addresses.api)
    const { url, stop } = await serveWithoutNginx(site, parallelIndex)
    const operator = await createPerson('operator')
    const created = freshName('new')
    const form = page.getByRole('dialog')
    const other = await page.context().newPage()
    await faults.watch(other)

    await step('The users team ships 1.1 while a tab is open on 1.0, its form half filled', async () => {
      await signIn(operator.userName, url)
      await page.getByRole('button', { name: 'Create Your First User' }).click()
      await form.getByLabel('Username').fill(created)
      const release = await publish(
        site,
        await changedBuild('remote-users', [
          released('remote-users', 'minor'),
          {
            file: 'src/features/users/UsersHeader.tsx',
            from: 'title="Managed Users"',
            to: 'title="Users, rewritten"',
          },
        ]),
      )
      await verifies(site, release)
      const show = async () => {
        await other.goto(url)
        await expect(heading(other, 'Users, rewritten')).toBeVisible()
      }
      await timeToShow('promote users', () => promote(site, release, 'a better title'), show)
    })

    await step('The open tab keeps its form, is not spoken to over it, and saves it with 1.0', async () => {
      await refocusTab(page)
      await expect(form.getByLabel('Username')).toHaveValue(created)
      await expect(versionNotice(page)).toBeHidden()
      await form.getByLabel('Password').fill(PASSWORD)
      await form.locator('[type=submit]').click()
      await expect(form).toBeHidden()
      await expect(versionNotice(page)).toBeVisible()
      await expect(heading(page, 'Managed Users')).toBeVisible()
      // a dialog whose code this tab has not loaded before
      await rowOf(page, created)
      await action(page, 'Game Configuration', created).click()
      await expect(form).toContainText('Game Configuration')
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })

    await step('The reports team ships 1.1, and rolls back; the users team’s 1.1 stays', async () => {
      const title = { file: 'src/features/reports/definitions.ts', from: "title: 'External Data'" }
      const edits = [released('remote-reports', 'minor'), { ...title, to: "title: 'Reports, new title'" }]
      await ship(site, await changedBuild('remote-reports', edits), 'a better title')
      await other.goto(`${url}/external`)
      await expect(heading(other, 'Reports, new title')).toBeVisible()
      await timeToShow(
        'rollback reports',
        () => command(site, 'rollback', 'reports', '--why', 'users do not find it'),
        async () => {
          await other.reload()
          await expect(heading(other, 'External Data')).toBeVisible()
        },
      )
      await link(other, 'Users').click()
      await expect(heading(other, 'Users, rewritten')).toBeVisible()
    })

    await step(
      `Another remote, built against kernel ${kernel.minor}, is refused by a host without it`,
      async () => {
        const hello = await changedBuild('packages/create-remote/template', helloWithNews, newerKernel)
        await expectRejected(site, hello, `^${kernel.minor}`, kernel.now)
      },
    )

    await step(
      `The host ships kernel ${kernel.minor}: remotes built against ${kernel.now} run on`,
      async () => {
        await ship(site, await changedBuild('host', [released('host', 'minor')], newerKernel), 'news')
      },
    )

    await step(
      'The other remote is promoted, and appears next to them; the host is not built again',
      async () => {
        await verifies(site, 'hello@1.0.0')
        await promote(site, 'hello@1.0.0', 'another remote')
        await other.goto(url)
        await link(other, 'Hello').click()
        await expect(other.getByText(`Welcome, ${operator.userName}, by ${NEWS}.`)).toBeVisible()
        await link(other, 'Users').click()
        await expect(heading(other, 'Users, rewritten')).toBeVisible()
        await chooseInAccountMenu(other, 'About this console')
        const about = other.getByRole('dialog', { name: 'About this console' })
        await expect(about.getByRole('row', { name: /^users/ })).toContainText(kernelRange)
        await expect(about.getByRole('row', { name: /^hello/ })).toContainText(`^${kernel.minor}`)
      },
    )

    await step(
      `One built against kernel ${kernel.major} is refused by name, here and in the browser`,
      async () => {
        const edits = [released('packages/create-remote/template', 'major')]
        const dist = await changedBuild('packages/create-remote/template', edits, [
          released('shared-kernel', 'major'),
        ])
        await expectRejected(site, dist, `^${kernel.major}`, kernel.minor)
        const developer = await serveRemote({ root: dist, port: 0 })
        await site.allowOverride(developer.url)
        await promote(site, 'hello@1.0.0', 'its developer may try her own build')
        const code: string[] = []
        other.on('request', (request) => {
          if (request.url().startsWith(developer.url)) code.push(new URL(request.url()).pathname)
        })
        await other.goto(`${url}/hello?remote.hello=${developer.url}/`)
        expect(code).toEqual([])
        await other.getByRole('button', { name: 'Cargar este código' }).click()
        const message = `necesita kernel ^${kernel.major} y esta consola tiene ${kernel.minor}`
        await expect(panel(other, 'Hello')).toContainText(message)
        expect(new Set(code)).toEqual(new Set(['/release.json']))
        await other.close()
        await developer.close()
      },
    )

    await step(
      `The host ships kernel ${kernel.major}: remotes built against ${kernel.now} and ${kernel.minor} run on`,
      async () => {
        await ship(site, await changedBuild('host', [released('host', 'major')], nextMajor), 'the next major')
        const fresh = await page.context().newPage()
        await faults.watch(fresh)
        await fresh.goto(url)
        await expect(heading(fresh, 'Users, rewritten')).toBeVisible()
        await link(fresh, 'Hello').click()
        await expect(fresh.getByText(`Welcome, ${operator.userName}, by ${NEWS}.`)).toBeVisible()
        await chooseInAccountMenu(fresh, 'About this console')
        const about = fresh.getByRole('dialog', { name: 'About this console' })
        await expect(about).toContainText(`host ${versionsOf('host').major}`)
        await expect(about.getByRole('row', { name: /^users/ })).toContainText(kernelRange)
        await fresh.close()
        await command(site, 'rollback', 'host', '--why', 'not announced yet')
      },
    )

    await step(
      `The host rolls back: what needs kernel ${kernel.minor} says so, all else goes on`,
      async () => {
        const fresh = await page.context().newPage()
        await faults.watch(fresh)
        const show = async () => {
          await fresh.goto(`${url}/hello`)
          const message = `necesita kernel ^${kernel.minor} y esta consola tiene ${kernel.now}`
          await expect(panel(fresh, 'Hello')).toContainText(message)
        }
        const served = await fresh.request.get(`${url}/environment.json`)
        // a second rollback within ten minutes requires --expect
        const { revision } = (await served.json()) as { revision: number }
        await timeToShow(
          'rollback host',
          () => command(site, 'rollback', 'host', '--expect', String(revision), '--why', 'a slow start'),
          show,
        )
        await link(fresh, 'Users').click()
        await expect(heading(fresh, 'Users, rewritten')).toBeVisible()
      },
    )

    await step('The first tab is on 1.0 until its user reloads it', async () => {
      await expect(heading(page, 'Managed Users')).toBeVisible()
      await versionNotice(page).getByRole('button', { name: 'Recargar' }).click()
      await expect(heading(page, 'Users, rewritten')).toBeVisible()
    })
    await stop()
    site.remove()
  },
)
