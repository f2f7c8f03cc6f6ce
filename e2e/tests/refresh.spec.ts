import { createMachine, setCredit } from '../testing/machinesScreen'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

test(
  'without a change stream, for example behind a buffering proxy, Users and Activity show when they were updated, refresh, and can be paused',
  WITH_ALL,
  async ({ page, signIn, faultyApi }) => {
    const machine = await createMachine(5)
    const updated = page.getByText(/^Updated \d\d:\d\d:\d\d$/)
    // a list that takes seconds to load is refreshed less often than every 30 s
    const later = () => page.clock.fastForward('02:00')
    await page.clock.install()

    await signIn(machine.manager.userName, faultyApi.url)
    const users = usersTable(page).locator('tr.data')
    await expect(users).toHaveCount(1)
    await expect(updated).toBeVisible()
    await createPerson('second', machine.manager)
    await later()
    await expect(users).toHaveCount(2)
    await page.getByRole('button', { name: 'Pause refresh' }).click()
    await createPerson('third', machine.manager)
    await later()
    await expect(users).toHaveCount(2)
    await page.getByRole('button', { name: 'Resume refresh' }).click()
    // it is read at once: another half minute would end that request before its response
    await page.clock.runFor(1_000)
    await expect(users).toHaveCount(3)

    await page.goto(`${faultyApi.url}/activity?machine=${machine.idMachine}`)
    const credits = page.getByRole('row', { name: /Credit changed/ })
    await expect(credits).toHaveCount(1)
    await expect(updated).toBeVisible()
    await setCredit(machine, 6)
    await later()
    await expect(credits).toHaveCount(2)
  },
)
