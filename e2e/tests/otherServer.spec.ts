import type { Page } from '@playwright/test'
import { chooseInAccountMenu, link } from '../testing/consolePage'
import { createMachine } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

/* A server with only the specified calls, which announces no others in `features`. */

/** The paths that screens read according to the specification. */
const SPECIFIED = [
  /^\/api\/Auth\/validate$/,
  /^\/api\/Users(\/current|\/all-hierarchy|\/countries|\/children(\/\d+)?)?$/,
  /^\/api\/Machines(\/available-games|\/[-\da-f]{36}\/config)?$/,
  /^\/api\/Games(\/\d+|\/user-settings\/\d+)?$/,
  /^\/api\/(internal|external)\/query\?/,
]

/** The screens except Activity, which calls the server when it is opened, and which only some servers have. */
const SCREENS = ['/', '/machines', '/settings', '/internal', '/external', '/overview']

/** Longer than the console waits before reading changes or what needs attention. */
const AFTER_START_MS = 2_500

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await page.waitForTimeout(AFTER_START_MS)
}

test(
  'if a server announces no additional calls, no screen makes any, and nothing takes their place',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    test.setTimeout(120_000)
    const { url, api } = await ownConsole({ api: true })
    const machine = await createMachine(5)
    api.fault(/\/api\/Users\/current$/, {
      kind: 'made',
      of: (good) => ({ body: { ...(good as object), features: undefined } }),
    })
    await signIn(machine.manager.userName, url)
    for (const path of SCREENS) {
      await page.goto(url + path)
      await settled(page)
      await expect(page.getByRole('banner').getByRole('link', { name: /^Attention/ })).toHaveCount(0)
      await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
    }
    await expect(link(page, 'Overview')).toHaveCount(0)

    for (const [path, title] of [
      [`/?open=user:${machine.owner.userId}`, machine.owner.userName],
      [`/machines?open=machine:${machine.idMachine}`, machine.machineName],
    ] as const) {
      await page.goto(url + path)
      await expect(page.getByRole('region', { name: title })).toBeVisible()
      await settled(page)
    }
    await chooseInAccountMenu(page, 'About this console')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(AFTER_START_MS)

    expect(api.requests.length).toBeGreaterThan(SCREENS.length)
    expect(api.requests.filter((path) => SPECIFIED.every((known) => !known.test(path)))).toEqual([])
  },
)
