import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { todayIn } from '@console/shared-kernel/domain/dates'
import { addDays, formatDay } from '@console/shared-kernel/domain/days'
import { below, everyUser } from '../support/api'
import {
  cashMovements,
  filter,
  listOf,
  pick,
  search,
  shownEuros,
  type CashMovement,
  type ListedMachine,
} from '../support/reports'
import { tableRows } from '../support/table'
import { expect, test } from '../support/test'

const today = todayIn('Europe/Madrid')
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const total = async (page: Page) => (await tableRows(table(page, 'Total')))[0]!
const machineRows = (page: Page) => tableRows(table(page, 'Total per machine'))
const count = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })

/** What the machines of a user took and gave between two local minutes, added up movement by movement. */
function sumsOf(movements: CashMovement[], machines: Set<string>, from: string, to: string) {
  const sums = new Map<string, { movements: number; in: number; out: number }>()
  for (const { Machine: name, Date: date, Hour, IN, OUT } of movements) {
    const minute = `${date.split('-').reverse().join('-')} ${Hour.slice(0, 5)}`
    if (!machines.has(name) || minute < from || minute > to) continue
    const sum = sums.get(name) ?? { movements: 0, in: 0, out: 0 }
    sum.movements += 1
    sum.in += Math.round(IN * 100)
    sum.out += Math.round(OUT * 100)
    sums.set(name, sum)
  }
  return sums
}

test('[EXTERNAL-12] [EXTERNAL-13] [EXTERNAL-14] [EXTERNAL-16] [CALL-26] [CALL-27] [CALL-28] [CALL-29] [STATE-33] the sums of External Data are those of the movements', async ({
  page,
  signIn,
}) => {
  const first = addDays(today, -60)
  const [users, machines, movements] = await Promise.all([
    everyUser(),
    listOf<ListedMachine>('/api/Machines'),
    cashMovements(first, today),
  ])
  const machinesUnder = (name: string) => {
    const ids = new Set(
      [...below(users, name), ...users.filter((user) => user.userName === name)].map((user) => user.userId),
    )
    return new Set(machines.filter(({ userId }) => ids.has(userId)).map(({ machineName }) => machineName))
  }
  const cases = [
    ['', '', addDays(today, -30), '00:00', addDays(today, -30), '23:59'],
    ['Sub-Administrator', 'subadmin1', addDays(today, -45), '08:30', addDays(today, -12), '19:15'],
    ['Sub-Distributor', 'subdistributor1', addDays(today, -9), '23:59', addDays(today, -2), '00:01'],
    ['Client/Player', 'client1', first, '12:00', addDays(today, -1), '12:34'],
  ] as const
  await signIn('master')
  for (const [field, name, dateFrom, timeFrom, dateTo, timeTo] of cases) {
    await page.goto(`/external?${new URLSearchParams({ dateFrom, timeFrom, dateTo, timeTo })}`)
    await expect(filter(page, 'Machine')).toBeEnabled()
    if (field) await pick(page, field, name)
    // the machine that came with the client is one of several
    if (field === 'Client/Player') {
      await filter(page, 'Machine').click()
      await page.getByRole('option', { name: 'All Machines' }).click()
    }
    await search(page).click()
    await expect(table(page, 'Total')).toBeVisible()
    const scope = name === '' ? new Set(machines.map(({ machineName }) => machineName)) : machinesUnder(name)
    const sums = sumsOf(movements, scope, `${dateFrom} ${timeFrom}`, `${dateTo} ${timeTo}`)
    const all = [...sums.values()].reduce(
      (sum, one) => ({
        movements: sum.movements + one.movements,
        in: sum.in + one.in,
        out: sum.out + one.out,
      }),
      { movements: 0, in: 0, out: 0 },
    )
    expect(await total(page)).toMatchObject({
      'Num. machines': count.format(sums.size),
      'Num. movements': count.format(all.movements),
      'Total IN': shownEuros(all.in),
      'Total OUT': shownEuros(all.out),
      'Total profit': shownEuros(all.in - all.out),
    })
    for (const row of await machineRows(page)) {
      const sum = sums.get(row['Name machine']!)!
      expect(row).toMatchObject({
        'Num. movements': count.format(sum.movements),
        IN: shownEuros(sum.in),
        OUT: shownEuros(sum.out),
        Profit: shownEuros(sum.in - sum.out),
      })
    }
  }
})

test('[INTERNAL-5] [INTERNAL-6] [ENTITY-24] [CALL-25] the total of Internal Data is the sum of its rows', async ({
  page,
  signIn,
}) => {
  await signIn('admin1')
  const answer = page.waitForResponse(/\/api\/internal\/query\?/)
  await page.goto(`/internal?run=1&dateFrom=${addDays(today, -20)}&dateTo=${addDays(today, -3)}&timeTo=18:00`)
  const rows = (await (await answer).json()) as { totalBet: number; totalWin: number; numMovements: number }[]
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + read(row), 0)
  const [bet, win] = [
    sum((row) => Math.round(row.totalBet * 100)),
    sum((row) => Math.round(row.totalWin * 100)),
  ]
  await expect(table(page, 'Total')).toBeVisible()
  expect(await total(page)).toMatchObject({
    'Num. machines': count.format(rows.length),
    'Num. movements': count.format(sum((row) => row.numMovements)),
    'Total bet': shownEuros(bet),
    'Total win': shownEuros(win),
    'Total profit': shownEuros(bet - win),
  })
})

for (const [type, columns] of [
  ['Detail', ['Machine', 'Date', 'Hour', 'Type', 'IN', 'OUT']],
  ['Tickets', ['Machine', 'Date', 'Hour', 'Ticket', 'Amount', 'State']],
  ['POS', ['Machine', 'Date', 'Hour', 'Operation', 'Amount']],
] as const) {
  test(`[CONST-15] ${type} lists movements, sorted by a click`, async ({ page, signIn }) => {
    await signIn('client1')
    await page.goto(`/external?dateFrom=${addDays(today, -20)}`)
    await filter(page, 'Query Type').click()
    await page.getByRole('option', { name: type, exact: true }).click()
    await search(page).click()
    const list = table(page, type)
    await expect(list.getByRole('columnheader')).toHaveText([...columns])
    await expect(list.locator('tr.data').first()).toBeVisible()
    const amount = type === 'Detail' ? 'IN' : 'Amount'
    const head = list.getByRole('columnheader', { name: amount, exact: true })
    await head.getByRole('button').click()
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    const shown = (await tableRows(list)).map((row) => Number(row[amount]!.replace(/[^\d]/g, '')))
    expect(shown).toEqual([...shown].sort((a, b) => b - a))
    expect(shown[0]).toBeGreaterThan(0)
  })
}

test('an address that ran runs again after a reload; Clear takes it back', async ({ page, signIn }) => {
  await signIn('master')
  await page.goto('/external')
  await pick(page, 'Sub-Administrator', 'subadmin1')
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await search(page).click()
  await expect(table(page, 'Total')).toBeVisible()
  await table(page, 'Total per machine').getByRole('button', { name: 'Profit' }).click()
  const before = await machineRows(page)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toMatchObject({
    dateFrom: addDays(today, -1),
    timeTo: '23:59',
    run: '1',
    sort: 'profit',
  })
  await page.reload()
  await expect(table(page, 'Total')).toBeVisible()
  await expect(filter(page, 'Sub-Administrator')).toHaveValue('subadmin1')
  expect(await machineRows(page)).toEqual(before)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)
  await expect(filter(page, 'Sub-Administrator')).toHaveValue('')
  expect(new URL(page.url()).searchParams.has('run')).toBe(false)
})

test('a result is drawn, compared, followed by day, saved and printed', async ({ page, signIn }) => {
  await signIn('admin1')
  await page.goto(`/external?run=1&dateFrom=${addDays(today, -4)}&dateTo=${addDays(today, -1)}&timeTo=23:59`)
  await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
  await page.getByRole('button', { name: 'Per day' }).click()
  await expect(page.getByRole('heading', { name: 'Profit per day' })).toBeVisible()
  await expect(page.getByText(formatDay(addDays(today, -3)).slice(0, 5), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Compare with the previous period' }).click()
  const comparison = table(page, 'Compared with the previous period')
  await expect(comparison).toBeVisible()
  const compared = await tableRows(comparison)
  expect(compared.map((row) => row['Total'])).toContain('Total profit')
  expect(compared.find((row) => row['Total'] === 'Total IN')!['This period']).toBe(
    (await total(page))['Total IN'],
  )

  const rows = Number((await total(page))['Num. machines'])
  for (const [button, ending] of [
    [`Export CSV (${rows} rows)`, 'csv'],
    ['Export Excel', 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^External Data .*\\.${ending}$`))
    const content = await readFile(await file.path())
    if (ending === 'xlsx') expect(content.subarray(0, 2).toString()).toBe('PK')
    else expect(content.toString().trim().split('\r\n')).toHaveLength(rows + 12)
  }

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden()
  await expect(page.getByText(/^Total · All users · /)).toBeVisible()
  await expect(table(page, 'Total per machine').locator('tr.data')).toHaveCount(rows)
})

for (const width of [390, 900, 1440]) {
  test(`at ${width} px nothing is wider than the page`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn('admin1')
    await page.goto(`/internal?run=1&dateFrom=${addDays(today, -4)}`)
    await expect(table(page, 'Total per machine').locator('tr.data').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
    const [content, frame] = await page
      .getByRole('main')
      .evaluate((main) => [main.scrollWidth, main.clientWidth] as const)
    expect(content).toBeLessThanOrEqual(frame)
  })
}
