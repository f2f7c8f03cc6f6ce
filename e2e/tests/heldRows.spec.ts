import type { Page } from '@playwright/test'
import { BROKEN } from '../testing/misbehaving'
import {
  addMachines,
  createMachine,
  machineAction,
  machineRows,
  openMachines,
} from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

/** The name in the row under a point of the page. */
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
    const readAgain = () => page.clock.fastForward(31_000)
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

    // with the pointer elsewhere the spacer is removed
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

    // after the user's own search or sort the list begins at the top
    await page.mouse.move(point.x, point.y)
    await page.getByRole('button', { name: 'Client Name' }).press('Enter')
    await expect(machineRows(page).first()).toContainText('e2e z')
  },
)

test('a failed reload of a list moves no row', WITH_ALL, async ({ page, signIn, faultyApi }) => {
  const machine = await createMachine(0, 2)
  const { url, api } = faultyApi
  await page.clock.install()
  await signIn(machine.manager.userName, url, '/machines')
  await expect(machineRows(page)).toHaveCount(3)
  const places = () =>
    machineRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  const before = await places()
  api.fault(/\/api\/Machines$/, BROKEN)
  await page.clock.fastForward(31_000)
  await page.clock.resume()
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Error loading machines' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  expect(await places()).toEqual(before)
})
