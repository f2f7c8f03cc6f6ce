import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import {
  createMachine,
  machineAction,
  machineRows,
  openCredit,
  openMachines,
} from '../testing/machinesScreen'
import { STREAMED } from '../testing/misbehaving'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { colleague, expect, test, WITH_ALL } from '../testing/test'
import { action, countLine, dialog, usersTable } from '../testing/usersScreen'

/** A change made anywhere is on screen within this time. */
const SOON = { timeout: 2_000 }
const EVENTS = /\/api\/events/

const live = (page: Page) => page.getByText('Live', { exact: true })
const users = (page: Page) => usersTable(page).locator('tr.data')

// each test uses several pages and servers
test.slow()

test('a change made in another browser is on screen within two seconds, and its cell is marked', async ({
  page,
  signIn,
  browser,
}) => {
  const machine = await createMachine(5)
  await openMachines(signIn, machine)
  const other = await colleague(browser, machine.manager.userName, '/machines')
  const row = machineRows(page).filter({ hasText: machine.userName })
  await expect(row).toContainText('$5.00')

  const credit = await openCredit(other, machine)
  await credit.field.fill('7')
  await credit.save.click()
  await expect(row).toContainText('$7.00', SOON)
  await expect(row.locator('td.changed')).toHaveText(/\$7\.00/)
  await expect(row.locator('td.changed')).toHaveCount(0)

  await page.goto('/activity')
  await expect(live(page)).toBeVisible()
  await expect(page.getByRole('row', { name: /Credit changed/ })).toHaveCount(2)
  await machineAction(other, 'Block', machine).click()
  await expect(page.getByRole('row', { name: /Machine blocked/ })).toHaveCount(1, SOON)
  await call('PUT', `/api/Users/${machine.owner.userId}`, await masterToken(), { isBlocked: true })
  await page.getByRole('button', { name: '1 new' }).click(SOON)
  await expect(page.getByRole('row', { name: /User blocked/ })).toHaveCount(1)
  await other.context().close()
})

test('users added by others are announced, and appear on a click; changes and deletions appear by themselves', async ({
  page,
  signIn,
}) => {
  const manager = await createPerson('manager')
  const first = await createPerson('first', manager)
  await signIn(manager.userName)
  await expect(live(page)).toBeVisible()
  await expect(users(page)).toHaveCount(1)

  const second = await createPerson('second', manager)
  const third = await createPerson('third', manager)
  const announced = page.getByRole('button', { name: '2 new' })
  await expect(announced).toBeVisible(SOON)
  await expect(users(page)).toHaveCount(1)
  await expect(countLine(page)).toHaveText('1 user 2 new')
  await announced.click()
  await expect(users(page)).toHaveCount(3)
  await expect(countLine(page)).toHaveText('3 users')

  await call('PUT', `/api/Users/${first.userId}`, await masterToken(), { isBlocked: true })
  await expect(usersTable(page).locator('tr.tinted')).toHaveText(new RegExp(first.userName), SOON)
  await call('DELETE', `/api/Users/${second.userId}`, await masterToken())
  await expect(users(page)).toHaveCount(2, SOON)
  await expect(users(page).filter({ hasText: third.userName })).toBeVisible()
})

test(
  'a machine whose owner has just been blocked shows it immediately',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine()
    await openMachines(signIn, machine)
    const row = machineRows(page).filter({ hasText: machine.userName })
    await expect(row).toBeVisible()
    await call('PUT', `/api/Users/${machine.owner.userId}`, await masterToken(), { isBlocked: true })
    await expect(row).toContainText(/owner blocked/i, SOON)
  },
)

test(
  'a user who no longer matches the filter once blocked leaves the list, and users below show the block',
  WITH_ALL,
  async ({ page, signIn }) => {
    const manager = await createPerson('manager')
    const moved = await createPerson('moved', manager)
    const child = await createPerson('below', moved)
    await signIn(manager.userName, '', '/?status=active')
    await expect(live(page)).toBeVisible()
    await expect(users(page)).toHaveCount(2)
    await call('PUT', `/api/Users/${moved.userId}`, await masterToken(), { isBlocked: true })
    await expect(users(page)).toHaveCount(1, SOON)
    await expect(users(page)).toContainText(child.userName)
    await expect(users(page)).toContainText(`blocked through ${moved.userName}`)
    await call('PUT', `/api/Users/${moved.userId}`, await masterToken(), { isBlocked: false })
    await expect(users(page)).toHaveCount(2, SOON)
    await expect(page.getByText(/^blocked through/)).toHaveCount(0, SOON)
  },
)

test(
  'a user who is blocked is asked to sign in, without a click',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const manager = await createPerson('manager')
    await createPerson('person', manager)
    await signIn(manager.userName)
    await expect(live(page)).toBeVisible()
    await call('PUT', `/api/Users/${manager.userId}`, await masterToken(), { isBlocked: true })
    await expect(page.getByLabel('Username')).toBeVisible()
  },
)

test(
  "an open form keeps what was typed, and saving it reports a colleague's change",
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const manager = await createPerson('manager')
    const person = await createPerson('person', manager)
    await signIn(manager.userName)
    await expect(live(page)).toBeVisible()
    await action(page, 'Edit', person.userName).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('New Password').fill('violet anchor 47 lantern')
    await call('PUT', `/api/Users/${person.userId}`, await masterToken(), { isBlocked: true })
    // not by role: the dialog hides the table from the accessibility tree
    await expect(page.locator('main tr.tinted')).toHaveCount(1, SOON)
    await expect(form.getByLabel('New Password')).toHaveValue('violet anchor 47 lantern')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog(page, 'Changed meanwhile')).toBeVisible()
  },
)

test(
  'the row under the pointer stays where it is while others change',
  WITH_ALL,
  async ({ page, signIn }) => {
    const manager = await createPerson('manager')
    for (const name of ['m a', 'm b', 'm c']) await createPerson(name, manager)
    await signIn(manager.userName, '', '/?sort=userName')
    await expect(live(page)).toBeVisible()
    const row = users(page).filter({ hasText: 'm c' })
    const before = (await row.boundingBox())!
    await page.mouse.move(before.x + 40, before.y + before.height / 2)
    await createPerson('a first one', manager)
    await page.getByRole('button', { name: '1 new' }).focus()
    await page.keyboard.press('Enter')
    await expect(users(page)).toHaveCount(4)
    expect((await row.boundingBox())!.y).toBe(before.y)
  },
)

test(
  'a paused list stays unchanged, shows since when, and gets the missed changes once it resumes',
  WITH_ALL,
  async ({ page, signIn }) => {
    const manager = await createPerson('manager')
    const person = await createPerson('person', manager)
    await signIn(manager.userName)
    await expect(live(page)).toBeVisible()
    await page.getByRole('button', { name: 'Pause refresh' }).click()
    await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
    await call('PUT', `/api/Users/${person.userId}`, await masterToken(), { isBlocked: true })
    await page.waitForTimeout(2_000)
    await expect(usersTable(page).locator('tr.tinted')).toHaveCount(0)
    await page.getByRole('button', { name: 'Resume refresh' }).click()
    await expect(live(page)).toBeVisible()
    await expect(usersTable(page).locator('tr.tinted')).toHaveCount(1, SOON)
  },
)

test(
  'tabs share one stream, which resumes in another tab when its own is closed, and ends with the session',
  WITH_ALL,
  async ({ page, signIn, faultyApi }) => {
    const { url, api } = faultyApi
    const manager = await createPerson('manager')
    await createPerson('first', manager)
    api.fault(EVENTS, STREAMED)
    await signIn(manager.userName, url)
    await expect(live(page)).toBeVisible({ timeout: 40_000 })
    const other = await page.context().newPage()
    await other.goto(url)
    await expect(live(other)).toBeVisible({ timeout: 40_000 })
    const asked = () => api.requests.filter((path) => EVENTS.test(path)).length
    expect(asked()).toBe(1)
    await createPerson('second', manager)
    for (const tab of [page, other])
      await expect(tab.getByRole('button', { name: '1 new' })).toBeVisible(SOON)

    await page.close()
    await expect.poll(asked).toBe(2)
    await createPerson('third', manager)
    await expect(other.getByRole('button', { name: '2 new' })).toBeVisible(SOON)
    await other.getByRole('button', { name: 'Account menu' }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(other.getByLabel('Username')).toBeVisible()
    await other.waitForTimeout(2_500)
    expect(asked()).toBe(2)
  },
)

test('a lost stream resumes without a gap, and until then lists are refreshed and show how old they are', async ({
  page,
  signIn,
  faultyApi,
}) => {
  const { url, api } = faultyApi
  const manager = await createPerson('manager')
  const person = await createPerson('person', manager)
  api.fault(EVENTS, STREAMED)
  await signIn(manager.userName, url)
  await expect(live(page)).toBeVisible({ timeout: 40_000 })
  api.fault(EVENTS, { kind: 'reset' })
  api.drop()
  await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
  await call('PUT', `/api/Users/${person.userId}`, await masterToken(), { isBlocked: true })
  await expect(users(page)).toHaveCount(1)
  api.fault(EVENTS, STREAMED)
  await expect(live(page)).toBeVisible({ timeout: 20_000 })
  await expect(usersTable(page).locator('tr.tinted')).toHaveCount(1, SOON)
})

test('after a sleep the stream resumes where it was', WITH_ALL, async ({ page, signIn, faultyApi }) => {
  const { url, api } = faultyApi
  const manager = await createPerson('manager')
  await createPerson('first', manager)
  api.fault(EVENTS, STREAMED)
  await page.clock.install()
  await signIn(manager.userName, url)
  await page.clock.runFor(1_000)
  await expect.poll(() => api.requests.filter((path) => EVENTS.test(path)).length).toBe(1)
  await expect(users(page)).toHaveCount(1)
  // what is sent from now on does not arrive
  api.fault(EVENTS, { kind: 'hang' })
  api.drop()
  await createPerson('second', manager)
  api.fault(EVENTS, STREAMED)
  // rules out a refresh as the source
  api.fault(/api\/Users\/children/, { kind: 'hang' })
  await page.clock.fastForward(3_600_000)
  await page.clock.resume()
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 20_000 })
})
