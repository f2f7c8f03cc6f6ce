import { createMachine, machineRows } from '../testing/machinesScreen'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL, WITH_MOTION } from '../testing/test'
import { action } from '../testing/usersScreen'

test.use(WITH_MOTION)

for (const width of [1440, 390]) {
  test(
    `at ${width} px, toasts stack and do not cover the actions of the last row`,
    WITH_ALL,
    async ({ page, signIn }) => {
      const machine = await createMachine(0, 19)
      await page.setViewportSize({ width, height: 700 })
      await signIn(machine.manager.userName, '', '/machines')
      await expect(machineRows(page).first()).toBeVisible()
      for (const index of [0, 1]) {
        const row = machineRows(page).nth(index)
        if (width < 600) {
          await row.getByRole('button').last().click()
          await page.getByRole('menuitem', { name: /^Block/ }).click()
        } else await row.getByRole('button', { name: /^Block/ }).click()
        await expect(page.locator('.MuiSnackbar-root')).toHaveCount(index + 1)
      }
      const [first, second] = await Promise.all(
        [0, 1].map((index) => page.locator('.MuiSnackbar-root').nth(index).boundingBox()),
      )
      expect(first!.y + first!.height).toBeLessThanOrEqual(second!.y)

      await machineRows(page).first().focus()
      await page.keyboard.press('End')
      // scrolled to the bottom
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
      const last = machineRows(page).last().getByRole('button').last()
      await expect(last).toBeInViewport()
      expect(
        await last.evaluate((button) => {
          const { x, y, width: wide, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(x + wide / 2, y + height / 2))
        }),
      ).toBe(true)
      await expect(page.locator('.MuiSnackbar-root')).toHaveCount(2)
    },
  )
}

test(
  'a toast shows at most two lines, and its full text on hover',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const { userName } = await createPerson('toast')
    const reason =
      'The parent of this user was moved by somebody else a moment ago. Read the list again, and then decide.'
    await signIn('master', url, `/?search=${encodeURIComponent(userName)}`)
    const block = action(page, 'Block', userName)
    await expect(block).toBeVisible()
    api.fault(/Users\/\d+$/, { kind: 'answer', status: 409, body: JSON.stringify({ message: reason }) })
    await block.click()
    const message = page.locator('.MuiSnackbar-root [title]').first()
    await expect(message).toContainText(reason)
    const lines = () =>
      message.evaluate((element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight))
    expect(Math.round(await lines())).toBe(2)
    await message.hover()
    await expect.poll(lines).toBeGreaterThan(2.5)
    expect(await message.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  },
)
