import { todayIn } from '@console/shared-kernel/rules'
import { formatDay } from '@console/shared-kernel/domain'
import { machineRows } from '../testing/machinesScreen'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const HOUR_MS = 3_600_000

for (const [what, at] of [
  ['in 1970', () => Date.parse('1970-01-02T12:00:00Z')],
  ['before 2000', () => Date.parse('1999-12-31T23:59:30Z')],
  ['a day behind', () => Date.now() - 24 * HOUR_MS],
  ['an hour ahead', () => Date.now() + HOUR_MS],
  ['a day ahead, beyond the end of every token', () => Date.now() + 24 * HOUR_MS],
  ['in 2099', () => Date.parse('2099-12-31T12:00:00Z')],
] as [string, () => number][]) {
  test(
    `a browser whose clock is ${what} can sign in, because the server's clock counts`,
    WITH_ALL,
    async ({ page }) => {
      const now = at()
      await page.clock.install({ time: now })
      await page.goto('/machines')
      await submitLogin(page, 'client1', PASSWORD)
      await expect(machineRows(page).first()).toBeVisible()
      await page.getByRole('link', { name: 'External' }).click()
      const day = formatDay(todayIn('Europe/Madrid', new Date(now)))
      await expect(page.getByLabel('From Date', { exact: true })).toHaveValue(day)
      await page.goto('/token-debug')
      await expect(page.getByText('El servidor acepta este token.')).toBeVisible()
    },
  )
}

test(
  'after half a day of sleep the console continues and fetches the screen’s data again',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.clock.install()
    await signIn('client1', '', '/machines')
    await expect(machineRows(page).first()).toBeVisible()
    const [answer] = await Promise.all([
      page.waitForResponse(/api\/Machines$/),
      page.clock.fastForward(13 * HOUR_MS),
    ])
    expect(answer.status()).toBe(200)
    await expect(machineRows(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
  },
)

test('the console adjusts to a clock that is set back', WITH_ALL, async ({ page, signIn }) => {
  await page.clock.install({ time: '2026-11-21T15:00:00' })
  await signIn('client1')
  const clock = page.getByRole('complementary').getByRole('time')
  await expect(clock).toHaveText(/^15:00:\d\d$/)
  await page.clock.setSystemTime('2026-11-21T13:00:00')
  await expect(clock).toHaveText(/^13:00:\d\d$/)
})

for (const { timezoneId, clock, said, details } of [
  { timezoneId: 'Europe/Madrid', clock: /^16:00:/, said: [], details: WITH_ALL },
  { timezoneId: 'America/New_York', clock: /^10:00:/, said: ['16:00'], details: WITH_ALL },
  // the same time as Madrid in winter, but not in summer
  { timezoneId: 'Africa/Lagos', clock: /^16:00:/, said: ['16:00'], details: {} },
]) {
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId })
    test(
      `shows ${said.length > 0 ? 'the time that lists and reports use' : 'only one time'}`,
      details,
      async ({ page, signIn }) => {
        await page.clock.install({ time: '2026-11-21T15:00:00Z' })
        await signIn('client1')
        const drawer = page.getByRole('complementary')
        await expect(drawer.getByRole('time')).toHaveText(clock)
        await expect(drawer.getByText('Lists and reports')).toHaveText(
          said.map((time) => `Lists and reports: Nov 21, 2026, ${time}, Europe/Madrid`),
        )
      },
    )
  })
}

test(
  '[ENTITY-23] midnight does not change the filters of a report, and Clear sets the new day',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.clock.install({ time: '2026-11-21T22:59:50Z' })
    await signIn('client1', '', '/external')
    const from = page.getByLabel('From Date', { exact: true })
    await expect(from).toHaveValue('21-11-2026')
    await page.clock.fastForward(60_000)
    await expect(from).toHaveValue('21-11-2026')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(from).toHaveValue('22-11-2026')
    await expect(page.getByRole('combobox', { name: 'To hour' })).toHaveText('00')
  },
)
