import type { Locator, Page } from '@playwright/test'
import { expect, test, WITH_ALL } from '../testing/test'

/** Machines of a report; every second one has a loss. */
const machines = (count: number, times = 1) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      machineName: `Slot ${index}`,
      numMovements: 2,
      totalBet: 100 * times,
      totalWin: (index % 2 === 0 ? 60 : 105.72) * times,
      totalProfit: (index % 2 === 0 ? 40 : -5.72) * times,
    })),
  )

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

for (const count of [40, 300])
  test(
    `the column headers of ${count} machines stay visible`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      api.fault(/internal\/query/, { kind: 'answer', status: 200, body: machines(count) })
      await page.setViewportSize({ width: 1440, height: 900 })
      await signIn('admin1', url, '/internal?run=1')
      const rows = table(page, 'Total per machine').locator('tr.data')
      // charts move the table when they load
      await expect(page.getByRole('figure', { name: /^Profit per machine/ })).toBeVisible()
      await rows.first().focus()
      await page.keyboard.press('End')
      await expect(rows.last()).toBeFocused()
      const name = rows.last().getByText(`Slot ${count - 1}`, { exact: true })
      await expect(name).toBeInViewport({ ratio: 1 })
      const head = table(page, 'Total per machine').getByRole('columnheader').first()
      await expect(head).toBeInViewport({ ratio: 1 })
      // nothing on the page covers it
      const { x, y, height: high } = (await head.boundingBox())!
      expect(
        await head.evaluate(
          (element, [left, top]) => element.contains(document.elementFromPoint(left!, top!)),
          [x + 20, y + high / 2],
        ),
      ).toBe(true)
    },
  )

test(
  'on a phone machine rows have two lines, with a label for each amount, and the page scrolls, not a box in it',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    api.fault(/internal\/query/, { kind: 'answer', status: 200, body: machines(300, 10_000) })
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('admin1', url, '/internal?run=1')
    const list = table(page, 'Total per machine')
    const rows = list.locator('tr.data')
    // charts move the table when they load
    await expect(page.getByRole('figure', { name: /^Profit per machine/ })).toBeVisible()
    await expect(list.getByRole('columnheader')).toHaveText([
      'Name machine',
      'Num. movements',
      'Bet',
      'Win',
      'Profit',
      '% return',
    ])
    const cells = rows.nth(1).getByRole('cell')
    await expect(cells).toHaveText([
      'Slot 1',
      '2',
      '1.000.000,00\u00a0€',
      '1.057.200,00\u00a0€',
      '▼ 57.200,00\u00a0€',
      '105,72\u00a0%',
    ])
    const labels = await cells.locator('> span').evaluateAll((all) =>
      all.map((cell) =>
        ['::before', '::after'].map((part) => {
          const { content, display } = getComputedStyle(cell, part)
          return display === 'none' ? 'none' : content
        }),
      ),
    )
    expect(labels.map((texts) => /\w+/.exec(texts.join(' ').replaceAll('none', ''))?.[0])).toEqual([
      undefined,
      'mov',
      'Bet',
      'Win',
      'Profit',
      undefined,
    ])
    const cut = await cells.evaluateAll((all) => all.map((cell) => cell.scrollWidth - cell.clientWidth))
    expect(cut).toEqual(Array(6).fill(0))

    const frame = page.getByRole('region', { name: 'Total per machine' })
    const main = page.getByRole('main')
    const scrolled = () => main.evaluate(({ scrollTop }) => scrollTop)
    await rows.first().focus()
    const before = await scrolled()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    await expect(rows.last().getByText('Slot 299', { exact: true })).toBeInViewport({ ratio: 1 })
    expect(await scrolled()).toBeGreaterThan(before + 10_000)
    expect(await frame.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])).toEqual([0, 0])
    expect(await rows.count()).toBeLessThan(40)
    const sort = page.getByRole('button', { name: 'Sort by' })
    await expect(sort).toBeInViewport({ ratio: 1 })
    await sort.click()
    await page.getByRole('menuitemradio', { name: 'Profit' }).click()
    await expect(page).toHaveURL(/sort=profit/)
    await expect(page.getByRole('button', { name: 'Sort by: Profit' })).toBeVisible()
  },
)

test(
  'a loss has the same text in the table and in chart bars, axes and tooltips',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const [profit] = JSON.parse(machines(1)) as unknown[]
    const [, loss] = JSON.parse(machines(2)) as unknown[]
    api.fault(/internal\/query/, { kind: 'answer', status: 200, body: JSON.stringify([profit, loss, loss]) })
    await signIn('admin1', url, '/internal?run=1&range=last7days')
    await expect(table(page, 'Total per machine').getByText('▼ 5,72 €').first()).toBeVisible()
    const bars = page.getByRole('figure', { name: 'Profit per machine' })
    await expect(bars.getByText('▼ 5,72 €')).toHaveCount(2)
    const tick = (figure: Locator, text: RegExp) =>
      figure.locator('.MuiChartsAxis-tickLabel').filter({ hasText: text }).first()
    // the amount is inside its bar, which is long
    const profitBar = bars.getByRole('listitem').filter({ hasText: 'Slot 0' })
    await expect(profitBar.getByText('40,00 €')).toHaveClass(/inside/)
    const edges = (of: Locator) =>
      of.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    const [[left = 0, right = 0] = []] = await edges(bars)
    for (const [start = 0, end = 0] of await edges(bars.locator('.bar, .amount'))) {
      expect(start).toBeGreaterThanOrEqual(left)
      expect(end).toBeLessThanOrEqual(right)
    }
    await profitBar.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Slot 0: 40,00 €')
    // no frame, and one strong line between gains and losses
    await expect(bars).toHaveCSS('border-top-width', '0px')
    const zero = async () => {
      const [[start = 0, end = 0] = []] = await edges(bars.locator('.zero'))
      return (start + end) / 2
    }
    const gain = bars.locator('.bar:not(.loss)')
    const losses = bars.locator('.bar.loss')
    await expect(gain).toHaveCSS('border-radius', '0px 3px 3px 0px')
    await expect(losses.first()).toHaveCSS('border-radius', '3px 0px 0px 3px')
    expect(Math.abs((await edges(gain))[0]![0]! - (await zero()))).toBeLessThanOrEqual(1)
    for (const [, end = 0] of await edges(losses))
      expect(Math.abs(end - (await zero()))).toBeLessThanOrEqual(1)

    api.fault(/internal\/query/, { kind: 'answer', status: 200, body: JSON.stringify([loss]) })
    await page.reload()
    // losses only: the line is at the right
    await expect(losses).toHaveCount(1)
    expect(Math.abs((await edges(losses))[0]![1]! - (await zero()))).toBeLessThanOrEqual(1)
    const line = page.getByRole('figure', { name: 'Profit per day' })
    await expect(tick(line, /^▼ \d+(,(?!00)\d\d)?\s€$/)).toBeVisible()
    await line.locator('svg').hover()
    await expect(page.getByRole('tooltip')).toContainText('▼ 5,72 €')
    // the text that is read out instead of the chart
    await expect(line.getByRole('listitem').first()).toContainText('▼ 5,72 €')
    await expect(page.getByRole('region', { name: 'Chart' })).not.toContainText(/-\d+,/)
  },
)

test('a bar opens the panel of its machine by a click and by Enter', WITH_ALL, async ({ page, signIn }) => {
  await signIn('admin1', '', '/external?run=1&range=last7days')
  const bar = page
    .getByRole('figure', { name: /^Profit per machine/ })
    .getByRole('link')
    .first()
  const name = await bar.locator('.name').innerText()
  const panel = page.getByRole('complementary', { name: 'Side panel' }).getByRole('region', { name })
  await bar.click()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await bar.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test(
      reducedMotion === 'reduce' ? 'bars stand still' : 'bars grow for 160 ms',
      WITH_ALL,
      async ({ page, signIn }) => {
        await signIn('admin1', '', '/external?run=1&range=last7days')
        const bar = page
          .getByRole('figure', { name: /^Profit per machine/ })
          .locator('.bar')
          .first()
        await expect(bar).toBeVisible()
        const seconds = await bar.evaluate((element) => {
          const { animationName, animationDuration } = getComputedStyle(element)
          return animationName === 'none' ? 0 : Number.parseFloat(animationDuration)
        })
        if (reducedMotion === 'reduce') expect(seconds).toBeLessThan(0.002)
        else expect(seconds).toBe(0.16)
      },
    )
  })
}
