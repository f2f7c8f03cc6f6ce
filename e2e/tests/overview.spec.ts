import type { Page } from '@playwright/test'
import { call, tokenOf } from '../testing/api'
import { expectAccessible, expectNoViolation } from '../testing/axe'
import { heading, link, toast } from '../testing/consolePage'
import { createMachine, machineNow, setCredit, type OwnMachine } from '../testing/machinesScreen'
import { BROKEN, HANG } from '../testing/misbehaving'
import { printedPages } from '../testing/pdf'
import { createPerson } from '../testing/people'
import { environmentDocument } from '../testing/environment'
import { expect, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'

test.describe.configure({ timeout: 120_000 })

/** A machine without credit: the server finds it within a minute, while the other tests run. */
let machine: OwnMachine
test.beforeAll(async () => {
  machine = await createMachine()
})

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const bell = (page: Page, total?: number) =>
  page.getByRole('banner').getByRole('link', {
    name: total === undefined ? /^Attention/ : `Attention: ${total}`,
    exact: total !== undefined,
  })
const findings = (page: Page) => region(page, /findings?$/).getByRole('listitem')

async function waitUntilFound({ manager, idMachine }: OwnMachine): Promise<void> {
  const token = (await tokenOf(manager.userName))!
  const found = async () =>
    (await (await call('GET', '/api/attention', token)).json()) as { machineIds: string[] }
  await expect.poll(async () => (await found()).machineIds, { timeout: 90_000 }).toContain(idMachine)
}

inBothThemes('accessibility of the overview', () => {
  test('today, what needs attention, and the choice of what is shown', async ({ page, signIn }) => {
    await signIn('admin1', '', '/overview')
    await expect(region(page, 'Latest changes').getByRole('listitem').first()).toBeVisible()
    await expectAccessible(region(page, 'Profit today').getByRole('figure'))
    await page.getByRole('tab', { name: /^Attention/ }).click()
    await expect(page).toHaveURL('/overview?view=attention')
    await expectAccessible(findings(page).first())
    await page.getByRole('button', { name: 'What is shown' }).click()
    await expectAccessible(page.getByRole('form', { name: 'What is shown' }))
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolation(page)
  })
})

test(
  'on a phone nothing scrolls sideways, and the bell opens the findings',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('admin1', '', '/overview')
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect(region(page, 'Profit today').getByRole('figure')).toBeVisible()
    expect(await sideways()).toBe(0)
    await bell(page).click()
    await expect(findings(page).first()).toBeVisible()
    expect(await sideways()).toBe(0)
  },
)

test('if figures fail to load, the rest still shows and a retry loads them; empty parts say so', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  // not level 2, whose first sign-in becomes a finding within a minute
  const person = await createPerson('overview', await createPerson('above'))
  api.fault(/api\/overview$/, BROKEN)
  await signIn(person.userName, url, '/overview')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Error loading the overview: broken' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
  await expect(region(page, 'IN today')).toHaveCount(0)
  api.fault(/api\/overview$/, null)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(region(page, 'IN today')).toContainText('0,00')
  await expect(region(page, 'Machines online')).toContainText('0 of 0')
  await expect(region(page, 'Best today')).toContainText('No machine is in profit yet.')
  await expect(page.getByRole('alert')).toHaveCount(0)

  api.fault(/api\/attention$/, HANG)
  await page.goto(`${url}/overview?view=attention`)
  await expect(region(page, 'Findings')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toHaveCount(0)
})

test(
  "in print the day's figures are on the first page, without what can only be clicked",
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('admin1', '', '/overview')
    await expect(region(page, 'Profit today').getByRole('figure')).toBeVisible()
    await expect(region(page, 'Latest changes').getByRole('listitem').first()).toBeVisible()
    const [first, ...others] = printedPages(await page.pdf({ format: 'A4' })).map((lines) => lines.flat())
    for (const title of ['IN today', 'Profit today', 'Return today', 'Credit in machines'])
      expect(first).toContain(title)
    const all = [...first!, ...others.flat()]
    expect(all).toEqual(expect.arrayContaining(['Best today', 'Worst today', 'Latest changes']))
    expect(all.join(' ')).not.toMatch(/Snooze|Pause refresh|Skip to/)
  },
)

test("a colleague's change appears by itself", async ({ page, signIn }) => {
  const own = await createMachine()
  await signIn(own.manager.userName, '', '/overview')
  const newest = region(page, 'Latest changes').getByRole('listitem').first()
  await expect(newest).not.toContainText(own.machineName)
  await setCredit(own, 7)
  // sooner than the next refresh
  await expect(newest).toContainText(own.machineName, { timeout: 10_000 })
})

test('figures link to the machines they are about', WITH_ALL, async ({ page, signIn }) => {
  await signIn('admin1', '', '/overview')
  await region(page, 'Credit in machines').getByRole('link').click()
  await expect(heading(page, 'Managed Machines')).toBeVisible()
  await expect(page).toHaveURL('/machines?sort=credit&dir=desc')
  await page.goBack()
  await region(page, 'Machines online').getByRole('link').click()
  await expect(page).toHaveURL('/machines?online=yes')
})

test('without the overview remote, or at a level without the call, there is no bell and no call', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, api, write } = await ownConsole({ api: true })
  const asked = () => api.requests.filter((path) => /api\/(overview|attention)/.test(path))
  await signIn(machine.owner.userName, url, '/overview')
  await expect(page.getByRole('heading', { name: 'This server has no overview' })).toBeVisible()
  await expect(link(page, 'Overview')).toHaveCount(0)
  const document = environmentDocument({ apiUrl: api.url })
  const { overview, ...others } = document.remotes
  expect(overview).toBeDefined()
  write({ ...document, remotes: others })
  // an open page would follow the other user's sign-in and keep its remotes
  await page.goto('about:blank')
  await signIn(machine.manager.userName, url)
  await expect(page.locator('tr.data').first()).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
  expect(asked()).toEqual([])
})

// last, because the server must have found the machine by then
test(
  'three clicks lead from the bell to a blocked machine, which no longer needs attention',
  WITH_ALL,
  async ({ page, signIn }) => {
    await waitUntilFound(machine)
    await signIn(machine.manager.userName)
    await bell(page, 1).click()
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(findings(page)).toHaveCount(1)
    await expect(findings(page)).toContainText(
      `No credit${machine.machineName} of ${machine.owner.userName}, since `,
    )
    await findings(page).getByRole('link', { name: machine.machineName, exact: true }).click()
    const panel = region(page, machine.machineName)
    await panel.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(page)).toContainText('Machine blocked successfully')
    expect((await machineNow(machine)).block).toBe(true)
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Attention')

    // undoes the block and repeats it from the list; 'Seen' hides a finding only for this operator
    await toast(page).getByRole('button', { name: /^Undo/ }).click()
    await panel.getByRole('button', { name: 'Close panel' }).click()
    await page.getByRole('button', { name: `Block: ${machine.machineName}, No credit` }).click()
    await expect(toast(page)).toContainText('Machine blocked successfully')
    expect((await machineNow(machine)).block).toBe(true)
    await toast(page).getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: `Seen: ${machine.machineName}, No credit` }).click()
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible()
  },
)
