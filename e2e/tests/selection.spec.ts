import type { Locator, Page } from '@playwright/test'
import { chooseInHead, exportAs } from '../testing/consolePage'
import { call, masterToken } from '../testing/api'
import { createMachine, machineRows, openMachines } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

const select = (page: Page) => chooseInHead(page, 'Select')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

/** The backgrounds of a row and its cells. */
const groundOf = (row: Locator) =>
  row.evaluate((element) =>
    [element, ...element.children].map((part) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(part)
      return [backgroundColor, backgroundImage]
    }),
  )

for (const mode of ['light', 'dark'] as const) {
  for (const width of [1440, 700, 390]) {
    test(
      `the tint of a blocked row stays while it is selected, ${mode}, at ${width} px`,
      mode === 'dark' && width === 1440 ? {} : WITH_ALL,
      async ({ page, signIn }) => {
        const machine = await createMachine(0, 1)
        await call('PUT', `/api/Machines/${machine.idMachine}/toggle-block`, await masterToken(), {
          blocked: true,
        })
        await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
        await page.setViewportSize({ width, height: 800 })
        await openMachines(signIn, machine)
        await select(page)
        const blocked = page.locator('tr.data.tinted')
        const other = page.locator('tr.data:not(.tinted)')
        await page.mouse.move(0, 0)
        const tint = await groundOf(blocked)
        await blocked.hover()
        const hovered = await groundOf(blocked)
        for (const row of [blocked, other]) await row.getByRole('checkbox').click()

        await page.mouse.move(0, 0)
        expect(await groundOf(blocked)).toEqual(tint)
        expect(await groundOf(other)).not.toEqual(tint)
        await blocked.hover()
        expect(await groundOf(blocked)).toEqual(hovered)
        // the row is marked as selected as well
        const marks = await blocked.evaluate((row) =>
          [row, row.firstElementChild!].map((part) => getComputedStyle(part).boxShadow),
        )
        expect(marks.join()).toContain('inset')
      },
    )
  }
}

const boxOf = async (part: Locator) => (await part.boundingBox())!

async function expectApart(page: Page) {
  const around = await boxOf(bar(page))
  for (const toast of await page.locator('.MuiSnackbar-root').all()) {
    const { y, height, x, width } = await boxOf(toast)
    expect(y + height).toBeLessThanOrEqual(around.y)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeGreaterThan(page.viewportSize()!.width - 32)
  }
}

for (const width of [390, 720, 1024, 1440, 1920]) {
  for (const height of [900, 450]) {
    test(
      `toasts and the selection bar neither move nor cover each other, at ${width} x ${height}`,
      WITH_ALL,
      async ({ page, signIn }) => {
        const machine = await createMachine(0, 19)
        await page.setViewportSize({ width, height })
        await openMachines(signIn, machine)
        await select(page)
        await machineRows(page).first().getByRole('checkbox').click()
        const before = await boxOf(bar(page))
        expect(before.y + before.height).toBeLessThanOrEqual(height)

        const toasts = page.locator('.MuiSnackbar-root')
        await exportAs(page, 'Excel')
        await expect(toasts).toHaveCount(1)
        expect(await boxOf(bar(page))).toEqual(before)
        await expectApart(page)
        await exportAs(page, 'CSV')
        await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
        expect(await boxOf(bar(page))).toEqual(before)
        await expectApart(page)

        const place = await boxOf(toasts.first())
        await bar(page).getByRole('button', { name: 'Done' }).click()
        await expect(bar(page)).toBeHidden()
        expect(await boxOf(toasts.first())).toEqual(place)
        await select(page)
        await expect(bar(page)).toBeVisible()
        await expectApart(page)
        await expect(toasts).toHaveCount(0)
        expect((await boxOf(bar(page))).y).toBeGreaterThanOrEqual(before.y)
      },
    )
  }
}
