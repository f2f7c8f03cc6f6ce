import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { listGames } from '../testing/games'
import {
  configOf,
  createMachine,
  listMachines,
  machineRows,
  openMachines,
  setCredit,
  type OwnMachine,
} from '../testing/machinesScreen'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

const BULK_CREDIT = /bulk\/credit/

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('dialog').getByRole('status').filter({ hasText: text })).toBeVisible()

/** The audit rows of one kind for a machine or user. */
async function activityOf(filter: string, kind: string): Promise<unknown[]> {
  const response = await call('GET', `/api/activity?${filter}&kind=${kind}&limit=100`, await masterToken())
  return ((await response.json()) as { rows: unknown[] }).rows
}
const machinesOf = async ({ owner }: OwnMachine) =>
  (await listMachines()).filter(({ userName }) => userName === owner.userName)

async function expectEachOnce(machine: OwnMachine, count: number, credit: number): Promise<void> {
  const machines = await machinesOf(machine)
  expect(machines.map((one) => one.credit)).toEqual(Array(count).fill(credit))
  for (const { idMachine } of machines)
    expect(await activityOf(`machineId=${idMachine}`, 'machine.credit')).toHaveLength(1)
}

test('ten machines are credited in bulk, each once and with one audit row', async ({ page, signIn }) => {
  const machine = await createMachine(0, 9)
  await openMachines(signIn, machine)
  await expect(machineRows(page)).toHaveCount(10)
  await button(page, 'Select').click()
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  await button(page, 'Credit...').click()
  await page.getByLabel('Credit Amount').fill('50')
  await expect(page.getByText('10 machines: +$500.00 in all.')).toBeVisible()
  await button(page, 'Apply').click()
  await expectStatus(page, '10 done')
  await button(page, 'Close').click()
  await expect(machineRows(page).filter({ hasText: '$50.00' })).toHaveCount(10)
  await expectEachOnce(machine, 10, 50)
})

test(
  'after lost answers or a 500 the outcome is unknown, and continuing credits each machine once',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine(0, 29)
    await openMachines(signIn, machine, url)
    await button(page, 'Select').click()
    await button(page, 'Select all 30 machines found').click()
    await button(page, 'Credit...').click()
    await page.getByLabel('Credit Amount').fill('5')

    // the change is made, but its answer is lost
    api.fault(BULK_CREDIT, { kind: 'lost' })
    await button(page, 'Apply').click()
    await expectStatus(page, '0 done, 25 without a known outcome, 5 not tried')

    api.fault(BULK_CREDIT, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
    await button(page, 'Continue').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('broken')
    await expectStatus(page, '0 done, 25 without a known outcome, 5 not tried')

    // one machine fails with an unknown outcome
    api.fault(BULK_CREDIT, {
      kind: 'made',
      of: (good) => {
        const { results } = good as { results: { id: string }[] }
        const changed = results.map((one, at) =>
          at === 2 ? { id: one.id, status: 500, message: 'broken' } : one,
        )
        return { body: { results: changed } }
      },
    })
    await button(page, 'Continue').click()
    await expectStatus(page, '24 done, 1 without a known outcome, 5 not tried')

    api.fault(BULK_CREDIT, null)
    await button(page, 'Continue').click()
    await expectStatus(page, '30 done')
    await button(page, 'Close').click()
    await expectEachOnce(machine, 30, 5)
  },
)

test(
  'a machine that another user has credited meanwhile is listed separately, with the reason',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(0, 1)
    await openMachines(signIn, machine)
    await button(page, 'Pause refresh').click()
    await setCredit(machine, 7)
    await button(page, 'Select').click()
    await button(page, 'Select all 2 machines found').click()
    await button(page, 'Credit...').click()
    await page.getByLabel('Credit Amount').fill('5')
    await button(page, 'Apply').click()
    await expectStatus(page, '1 done, 1 failed')
    await expect(page.getByRole('dialog').getByText('Failed', { exact: true })).toBeVisible()
    await button(page, 'Close').click()
    await expect(page.getByText('1 machine selected')).toBeVisible()
    expect((await machinesOf(machine)).map(({ credit }) => credit).sort()).toEqual([5, 7])
  },
)

test(
  'one section of a configuration is applied to several machines, and the other sections stay unchanged',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(0, 2)
    const machines = await machinesOf(machine)
    await call('PUT', `/api/Machines/${machines[1]!.idMachine}/config`, await masterToken(), {
      pingJuegos: 77,
    })
    await openMachines(signIn, machine)
    await button(page, 'Select').click()
    await button(page, 'Select all 3 machines found').click()
    await button(page, 'Configure...').click()
    const form = dialog(page, 'Configure 3 machines')
    await form.getByRole('combobox', { name: 'Section' }).click()
    await page.getByRole('option', { name: 'Payment' }).click()
    await form.getByLabel('Max Poker Bet').fill('55')
    await expect(form.getByText('Max Poker Bet: 100 → 55')).toHaveCount(3)
    await button(page, 'Apply').click()
    await expectStatus(page, '3 done')
    const configs = await Promise.all(machines.map(configOf))
    expect(configs.map(({ maxApuestaPoker }) => maxApuestaPoker)).toEqual([55, 55, 55])
    expect(configs.map(({ pingJuegos }) => pingJuegos)).toEqual([30, 77, 30])
  },
)

test(
  'only the selected game settings of one user are copied to others',
  WITH_ALL,
  async ({ page, signIn }) => {
    const token = await masterToken()
    const [admin] = await createBranch(2)
    const people = await Promise.all(['source', 'one', 'two'].map((what) => createPerson(what, admin)))
    const [source, ...targets] = people
    const games = await listGames()
    const selectedGames = games.slice(0, 3).map(({ id }) => id)
    const otherSettings = { browser: 'Firefox' }
    await call('PUT', `/api/Games/user-settings/${source!.userId}`, token, { selectedGames, otherSettings })

    await signIn(admin!.userName)
    await expect(usersTable(page).locator('tbody tr.data')).toHaveCount(3)
    await button(page, 'Select').click()
    await button(page, 'Select all 3 users found').click()
    await button(page, 'Copy game settings...').click()
    const form = dialog(page, 'Copy game settings to 3 users')
    await form.getByRole('combobox', { name: 'From' }).fill(source!.userName)
    await page.getByRole('option', { name: source!.userName }).click()
    await form.getByRole('checkbox', { name: 'Other settings' }).click()
    await expect(form.getByText(/^Games: added /)).toHaveCount(2)
    await button(page, 'Copy').click()
    await expectStatus(page, '2 done')
    for (const { userId } of targets) {
      const settings: unknown = await (await call('GET', `/api/Games/user-settings/${userId}`, token)).json()
      expect(settings).toMatchObject({ selectedGames, otherSettings: { browser: 'Chrome' } })
      expect(await activityOf(`userId=${userId}`, 'user.game-settings')).toHaveLength(1)
    }
  },
)
