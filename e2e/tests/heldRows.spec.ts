import type { Page } from '@playwright/test'
import { BROKEN } from '../testing/misbehaving'
import {
  addMachines,
  createMachine,
  listMachines,
  machineAction,
  machineRows,
  openMachines,
  setCredit,
} from '../testing/machinesScreen'
import { createPerson, deletePerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'

/** The label of the first action in the row at a point of the page; it contains the row's name. */
const nameAt = (page: Page, { x, y }: { x: number; y: number }): Promise<string | undefined> =>
  page.evaluate(
    ([left, top]) =>
      document
        .elementFromPoint(left!, top!)
        ?.closest('tr.data')
        ?.querySelector('button.action')
        ?.getAttribute('aria-label') ?? undefined,
    [x, y],
  )

test(
  'the row under the pointer and the focused row stay in place when a refresh adds rows above',
  WITH_ALL,
  async ({ page, signIn, faultyApi }) => {
    const machine = await createMachine(0, 3)
    await page.clock.install()
    const readAgain = () => page.clock.fastForward('02:00')
    await openMachines(signIn, machine, faultyApi.url)
    await expect(machineRows(page)).toHaveCount(4)
    const button = machineAction(page, 'Block', machine)
    const { x, y, width, height } = (await button.boundingBox())!
    const point = { x: x + width / 2, y: y + height / 2 }
    await page.mouse.move(point.x, point.y)
    expect(await nameAt(page, point)).toContain(machine.row)

    await addMachines(machine)
    await readAgain()
    await expect(machineRows(page)).toHaveCount(7)
    expect(await nameAt(page, point)).toContain(machine.row)
    expect((await button.boundingBox())!.y).toBe(y)

    // once the pointer leaves, the spacer is removed
    await expect(page.locator('tr.spacer')).toHaveCount(1)
    await page.mouse.move(10, 10)
    await expect(page.locator('tr.spacer')).toHaveCount(0)

    await button.focus()
    const focused = (await button.boundingBox())!
    await addMachines(machine)
    await readAgain()
    await expect(machineRows(page)).toHaveCount(10)
    await expect(button).toBeFocused()
    expect((await button.boundingBox())!.y).toBe(focused.y)

    // after the user's own search or sort the list starts at the top
    await page.mouse.move(point.x, point.y)
    await page.getByRole('button', { name: 'Client Name' }).press('Enter')
    await expect(machineRows(page).first()).toContainText('e2e z')
  },
)

test(
  'the row under the pointer stays in place when colleagues move or delete rows above it, or change it',
  WITH_ALL,
  async ({ page, signIn }) => {
    test.slow()
    const machine = await createMachine(30)
    const client = async (credit: number) => {
      const owner = await createPerson('client', machine.manager, 6)
      const own = (await listMachines()).find(({ userName }) => userName === owner.userName)!
      await setCredit(own, credit)
      return { owner, own }
    }
    const removed = await client(10)
    const above = await client(20)
    const below = await client(40)
    const streamed = page.waitForResponse(/api\/events/)
    await signIn(machine.manager.userName, '', '/machines?sort=credit')
    await streamed
    await expect(machineRows(page)).toHaveText([/\$10\.00/, /\$20\.00/, /\$30\.00/, /\$40\.00/])
    const button = machineAction(page, 'Block', machine)
    const { x, y, width, height } = (await button.boundingBox())!
    const point = { x: x + width / 2, y: y + height / 2 }
    await page.mouse.move(point.x, point.y)
    const staysAfter = async (...order: RegExp[]) => {
      await expect(machineRows(page)).toHaveText(order)
      expect(await nameAt(page, point)).toContain(machine.row)
      expect((await button.boundingBox())!.y).toBe(y)
    }

    await setCredit(below.own, 1)
    await staysAfter(/\$1\.00/, /\$10\.00/, /\$20\.00/, /\$30\.00/)
    await deletePerson(removed.owner.userId)
    await staysAfter(/\$1\.00/, /\$20\.00/, /\$30\.00/)
    await setCredit(machine, 0.5)
    await staysAfter(/\$0\.50/, /\$1\.00/, /\$20\.00/)

    await page.mouse.click(point.x, point.y)
    const isBlocked = async () =>
      (await listMachines()).filter(({ block }) => block).map(({ idMachine }) => idMachine)
    await expect.poll(isBlocked).toContain(machine.idMachine)
    for (const { own } of [above, below]) expect(await isBlocked()).not.toContain(own.idMachine)

    // once the pointer has left, the list is drawn from its top again
    await page.mouse.move(10, 10)
    await machineAction(page, 'Unblock', machine).blur()
    await expect(page.locator('tr.spacer')).toHaveCount(0)
  },
)

test('a failed list reload does not move any row', WITH_ALL, async ({ page, signIn, faultyApi }) => {
  const machine = await createMachine(0, 2)
  const { url, api } = faultyApi
  await page.clock.install()
  await signIn(machine.manager.userName, url, '/machines')
  await expect(machineRows(page)).toHaveCount(3)
  const places = () =>
    machineRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  const before = await places()
  api.fault(/\/api\/Machines$/, BROKEN)
  await page.clock.fastForward('02:00')
  await page.clock.resume()
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Error loading machines' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  expect(await places()).toEqual(before)
})
