import type { Locator, Page } from '@playwright/test'
import { expectNoViolation } from '../testing/axe'
import { call, masterToken } from '../testing/api'
import { chooseInHead } from '../testing/consolePage'
import { createGame, gamesTable, openGames } from '../testing/games'
import { createMachine, machineRows, openMachines } from '../testing/machinesScreen'
import { createBranch, createLongNamed, createPerson } from '../testing/people'
import { held } from '../testing/misbehaving'
import { expectNothingSideways } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'
import { searchBox } from '../testing/usersScreen'

// each test checks several screens
test.describe.configure({ timeout: 120_000 })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowsOf = (page: Page) => page.getByRole('main').locator('tr.data')
const rowHeight = async (page: Page) => Math.round((await rowsOf(page).first().boundingBox())!.height)
const sortButton = (page: Page) => page.getByRole('button', { name: /^Sort by/ })

/** The texts that are cut off in a table's cells. */
const cutTexts = (frame: Locator) =>
  frame
    .locator('tr.data')
    .evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll<HTMLElement>('td, td span')]
          .filter(
            (part) => part.clientWidth > 0 && part.innerText !== '' && part.scrollWidth > part.clientWidth,
          )
          .map((part) => part.innerText),
      ),
    )

/** Expects these parts of a row to be visible, without overlap, on at most two lines. */
async function expectTwoLines(row: Locator, parts: readonly Locator[]) {
  const boxes = await Promise.all(
    parts.map(async (part) => {
      await expect(part).toBeVisible()
      return (await part.boundingBox())!
    }),
  )
  const whole = (await row.boundingBox())!
  for (const { x, y, width, height } of boxes) {
    expect(x).toBeGreaterThanOrEqual(whole.x)
    expect(x + width).toBeLessThanOrEqual(whole.x + whole.width)
    expect(y).toBeGreaterThanOrEqual(whole.y)
    expect(y + height).toBeLessThanOrEqual(whole.y + whole.height)
  }
  boxes.forEach((one, index) =>
    boxes.slice(index + 1).forEach((other) => {
      const apart =
        one.x + one.width <= other.x + 1 ||
        other.x + other.width <= one.x + 1 ||
        one.y + one.height <= other.y + 1 ||
        other.y + other.height <= one.y + 1
      expect(apart, 'no part lies over another').toBe(true)
    }),
  )
}

test(
  "at 1440 px a 24-letter name is fully visible in the list, the tree and a machine row's second line",
  WITH_ALL,
  async ({ page, signIn }) => {
    const name = await createLongNamed()
    await page.setViewportSize({ width: 1440, height: 800 })
    await signIn('master', '', `/?search=${encodeURIComponent(name)}`)
    for (const view of ['List', 'Tree']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      expect([view, await cutTexts(region(page, 'Managed Users'))]).toEqual([view, []])
    }
    await page.goto('/machines')
    await expect(machineRows(page).first()).toBeVisible()
    expect(await cutTexts(region(page, 'Managed Machines'))).toEqual([])
  },
)

test(
  'at 1024 px row actions need no extra click, and nothing overflows the frame',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await signIn('master')
    for (const [path, table, action] of [
      ['/', 'Managed Users', 'Edit'],
      ['/?view=tree', 'Managed Users', 'Edit'],
      ['/machines', 'Managed Machines', 'Update Credit'],
    ] as const) {
      await page.goto(path)
      const button = rowsOf(page).getByRole('button', { name: new RegExp(`^${action} `) })
      await expect(button.first()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('columnheader')).toHaveCount(5)
      await expectNothingSideways(region(page, table))
    }
  },
)

test.describe('at 390 px a folded row has the content of all columns', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('for users, with a sort menu', WITH_ALL, async ({ page, signIn }) => {
    const branch = await createBranch(4)
    const blocked = branch.at(-1)!
    await call('PUT', `/api/Users/${blocked.userId}`, await masterToken(), { isBlocked: true })
    await signIn(branch[0]!.userName)
    await expect(rowsOf(page)).toHaveCount(2)
    const row = rowsOf(page).filter({ hasText: blocked.userName })
    await expectTwoLines(row, [
      row.getByText(blocked.userName),
      row.getByRole('cell', { name: 'Distributor', exact: true }),
      row.getByRole('cell', { name: 'Bloqueado', exact: true }),
      row.getByRole('button', { name: /^Actions/ }),
    ])
    await expectNothingSideways(region(page, 'Managed Users'))
    await expectNoViolation(page)

    const names = () =>
      rowsOf(page).evaluateAll((rows) => rows.map((each) => each.querySelector('td')!.innerText))
    const [sub, distributor] = [branch[1]!.userName, blocked.userName]
    expect(await names()).toEqual([sub, distributor])
    await page.getByRole('button', { name: 'Sort descending' }).click()
    await expect.poll(names).toEqual([distributor, sub])
    await sortButton(page).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Username', 'Level', 'Country'])
    await expectNoViolation(page)
    await page.getByRole('menuitemradio', { name: 'Username' }).click()
    await expect(sortButton(page)).toHaveText('Sort by: Username')
    await expect(page).toHaveURL(/sort=userName/)

    await page.goto('/?view=tree')
    await expect(page.getByRole('treegrid').locator('tr.data').first()).toBeVisible()
    await expectNothingSideways(region(page, 'Managed Users'))
    await expectNoViolation(page)
  })

  test('for machines, even while selected', WITH_ALL, async ({ page, signIn }) => {
    const machine = await createMachine(123_456.78)
    await openMachines(signIn, machine)
    const row = machineRows(page).first()
    const parts = [
      row.getByText(machine.userName, { exact: true }),
      row.getByText(machine.idMachine.slice(0, 8), { exact: true }),
      row.getByText('Offline', { exact: true }),
      row.getByRole('cell', { name: '$123,456.78', exact: true }),
      row.getByText('$0.00', { exact: true }),
    ]
    await expectTwoLines(row, parts)
    // the usual service state is only read out, not shown
    await expect(row.getByRole('cell', { name: 'Disabled', exact: true })).toHaveCount(1)
    await expectNoViolation(page)
    await chooseInHead(page, 'Select')
    await expectTwoLines(row, [row.getByRole('checkbox'), ...parts])
    expect(await cutTexts(row.getByRole('cell', { name: '$123,456.78' }))).toEqual([])
    await expectNothingSideways(region(page, 'Managed Machines'))
    await expectNoViolation(page)
  })

  test(
    'for machines in service, whose names have the room above the chip',
    WITH_ALL,
    async ({ page, signIn }) => {
      await signIn('admin1', '', '/machines?sort=serviceMode&dir=desc')
      const row = machineRows(page).first()
      const name = row.locator('.lines > span').first()
      const enabled = row.getByText('Enabled', { exact: true })
      await expectTwoLines(row, [name, row.locator('.second'), enabled])
      const [above, chip] = [(await name.boundingBox())!, (await enabled.boundingBox())!]
      expect(chip.width).toBeGreaterThan(40)
      expect(above.x + above.width).toBeGreaterThan(chip.x)
    },
  )

  test('for activity and games', WITH_ALL, async ({ page, signIn }) => {
    const person = await createPerson('W'.repeat(30))
    await signIn('master', '', `/activity?whom=${person.userId}`)
    const row = rowsOf(page).filter({ hasText: 'User created' })
    await expectTwoLines(row, [
      row.getByText('User created', { exact: true }),
      row.getByText(`${person.userName}, by master`, { exact: true }),
      row.getByRole('button', { name: /^Actions/ }),
    ])
    expect(await cutTexts(region(page, 'Activity'))).toEqual([`${person.userName}, by master`])
    await expectNoViolation(page)

    const game = await createGame('folded')
    await openGames(page)
    await searchBox(page).fill(game.name)
    const found = gamesTable(page).locator('tr.data')
    await expect(found).toHaveCount(1)
    await expectTwoLines(found, [
      found.getByText(game.name, { exact: true }),
      found.getByText(String(game.id), { exact: true }),
      found.getByText('Slot', { exact: true }),
      found.getByText('Active', { exact: true }),
    ])
    await expectNoViolation(page)
  })
})

test(
  'compact rows are shorter in every list, and the setting is remembered',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    await expect.poll(() => rowHeight(page)).toBe(44)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => rowHeight(page)).toBe(36)
    for (const path of ['/?view=tree', '/machines', '/activity']) {
      await page.goto(path)
      await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 })
      expect([path, await rowHeight(page)]).toEqual([path, 36])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => rowHeight(page)).toBe(56)
  },
)

for (const width of [1440, 390]) {
  test(
    `while machines load, the skeleton is where the figures will be, at ${width} px`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await page.setViewportSize({ width, height: 844 })
      const machine = await createMachine(1234.5)
      const { fault, release } = held()
      api.fault(/api\/Machines/, fault)
      await openMachines(signIn, machine, url)
      const cells = region(page, 'Managed Machines').locator('tbody tr:is(.skeleton, .data) .right')
      await expect(cells.first()).toBeVisible()
      /** The widths and right edges of the credit and the profit. */
      const sides = () =>
        cells.evaluateAll((all) =>
          all.slice(0, 2).map((cell) => {
            const { width: wide, right } = cell.querySelector('span')!.getBoundingClientRect()
            return { wide, right: Math.round(right) }
          }),
        )
      /** The outer edges of the first row's buttons, or of their placeholders. */
      const actions = () =>
        region(page, 'Managed Machines')
          .locator('tbody tr:is(.skeleton, .data)')
          .first()
          .locator('.pinned-right > span:empty, .action')
          .evaluateAll((parts) => {
            const boxes = parts.map((part) => part.getBoundingClientRect())
            return [Math.round(boxes[0]!.left), Math.round(boxes.at(-1)!.right)] as const
          })
      const before = await sides()
      const [start, end] = await actions()
      for (const { wide } of before) expect(wide).toBeGreaterThan(20)
      release()
      await expect(machineRows(page).first()).toBeVisible()
      const after = await sides()
      expect(after.map(({ right }) => right)).toEqual(before.map(({ right }) => right))
      // the widths are similar, except for the label of a folded amount
      const max = width === 390 ? 50 : 30
      const [first, last] = await actions()
      // a gap separates 'Block', and a touch button is larger than its icon
      expect([start - first, last - end]).toEqual(width === 390 ? [7, 7] : [8, 0])
      after.forEach(({ wide }, index) => expect(Math.abs(wide - before[index]!.wide)).toBeLessThan(max))
    },
  )
}
