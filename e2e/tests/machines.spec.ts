import { readFile } from 'node:fs/promises'
import { unzip } from '@console/shared-kernel/testing/node'
import type { Locator, Page } from '@playwright/test'
import { call, masterToken, tokenOf } from '../testing/api'
import { exportAs, exportMenu, toast } from '../testing/consolePage'
import {
  createMachine,
  listMachines,
  machineAction,
  machineNow,
  machineRows,
  machinesTable,
  openMachines,
  setCredit,
  type WireMachine,
} from '../testing/machinesScreen'
import { createPerson } from '../testing/people'
import { tableRows } from '../testing/table'
import { ACCOUNTS, expect, ofLevel, test, WITH_ALL, withoutStream } from '../testing/test'

const ACTIONS = ['Update Credit', 'Configure', 'Block', 'Details']
const HEADS = ['Client Name', 'Credit', 'Service', 'Profit', 'Actions']
const search = (page: Page) => page.getByRole('textbox', { name: 'Search Machines' })
const head = (page: Page, name: string) => machinesTable(page).getByRole('columnheader', { name })
const hueOf = (text: Locator) =>
  text.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(element).color.match(/\d+/g)!.map(Number)
    if (red > 2 * Math.max(green, blue)) return 'red'
    return green > 2 * Math.max(red, blue) ? 'green' : 'neither'
  })
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

ACCOUNTS.forEach((account, index) => {
  const level = index + 1
  test(
    `[MACHINES-1] [MACHINES-7] [PRODUCT-4] level ${level} sees its machines with exactly the actions of that level`,
    ofLevel(level),
    async ({ page, signIn }) => {
      const token = (await tokenOf(account))!
      const own = (await (await call('GET', '/api/Machines', token)).json()) as WireMachine[]
      await signIn(account)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Machines' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Managed Machines' })).toBeVisible()
      const chip = page.getByText('Master View - All Machines')
      await expect(chip).toHaveCount(level === 1 ? 1 : 0)
      if (level === 1) expect(await hueOf(chip)).toBe('red')
      await expect(machineRows(page).first()).toBeVisible()

      const owner = level < 7 ? 'client1' : 'player1'
      await search(page).fill(owner)
      const machine = own.find(({ userName, block }) => userName === owner && !block)!
      await expect(
        machinesTable(page).getByRole('button', {
          name: `Details ${owner} ${machine.machineName}`,
          exact: true,
        }),
      ).toBeVisible()
      const labels = await machineRows(page)
        .filter({ has: page.getByRole('button', { name: `Details ${owner} ${machine.machineName}` }) })
        .first()
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      expect(labels).toEqual(
        (level <= 5 ? ACTIONS : ['Details']).map((label) => `${label} ${owner} ${machine.machineName}`),
      )
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await expect(page).toHaveURL('/')
    },
  )
})

test('[PRODUCT-11] [MACHINES-4] [CALL-34] machines are shown in columns, sorted by name in both directions, and blocked and unblocked', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(1234.5, 1)
  const [, second] = (await listMachines()).filter(({ userName }) => userName === machine.userName)
  await setCredit(second!, 7)
  await call('PUT', `/api/Machines/${second!.idMachine}/config`, await masterToken(), { serviceMode: true })
  await withoutStream(page)
  await openMachines(signIn, machine)
  await expect(machineRows(page)).toHaveCount(2)
  await expect(machinesTable(page).getByRole('columnheader')).toHaveText(HEADS)
  await expect(head(page, 'Client Name')).toHaveAttribute('aria-sort', 'ascending')
  const [first] = await tableRows(machinesTable(page))
  expect(first).toEqual({
    'Client Name': expect.stringContaining(machine.userName) as unknown as string,
    Credit: '$1,234.50',
    Service: 'Disabled',
    Profit: '$0.00',
    Actions: '',
  })
  const credits = async () => (await tableRows(machinesTable(page))).map(({ Credit }) => Credit)
  await head(page, 'Credit').getByRole('button').click()
  await expect(head(page, 'Credit')).toHaveAttribute('aria-sort', 'ascending')
  expect(await credits()).toEqual(['$7.00', '$1,234.50'])
  await head(page, 'Credit').getByRole('button').click()
  await expect(page).toHaveURL('/machines?dir=desc&sort=credit')
  expect(await credits()).toEqual(['$1,234.50', '$7.00'])

  const hue = (text: string) => hueOf(machinesTable(page).getByText(text, { exact: true }).first())
  expect(await hue('Enabled')).toBe('red')
  expect(await hue('Disabled')).toBe('green')
  expect(await hue('$0.00')).toBe('green')

  await machineAction(page, 'Block', machine).click()
  await expect(toast(page)).toContainText('Machine blocked successfully')
  const row = machineRows(page).filter({ hasText: '$1,234.50' })
  await expect(row).toHaveClass(/tinted/)
  expect((await machineNow(machine)).block).toBe(true)

  // another operator has unblocked it meanwhile: it stays unblocked
  await call('PUT', `/api/Machines/${machine.idMachine}/toggle-block`, await masterToken())
  await machineAction(page, 'Unblock', machine).click()
  await expect(page.getByText('Machine unblocked successfully')).toBeVisible()
  await expect(machineAction(page, 'Block', machine)).toBeVisible()
  expect((await machineNow(machine)).block).toBe(false)
})

test(
  '[MACHINES-6] a loss is red, with a mark and no minus sign',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const body = JSON.stringify([{ idMachine: 'a', userName: 'ana', profit: -1234.5 }])
    api.fault(/api\/Machines$/, { kind: 'answer', status: 200, body })
    await signIn('client1', url, '/machines')
    const profit = machineRows(page).getByRole('cell').nth(3)
    await expect(profit).toHaveText('▼ $1,234.50')
    expect(await hueOf(profit.locator('span').first())).toBe('red')
  },
)

test('[MACHINES-8] [VALID-17] search and filters find machines, name the matching field, and stay in the address', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(5, 1)
  await openMachines(signIn, machine)
  for (const [text, hint] of [
    [machine.userName.toUpperCase(), null],
    [machine.idMachine.slice(0, 13).toUpperCase(), machine.idMachine],
    [machine.machineName.slice(-4), null],
    ['OFFL', 'Offline'],
  ] as const) {
    await search(page).fill(text)
    await expect(machineRows(page).first()).toContainText(machine.userName)
    if (hint !== null) await expect(machineRows(page).first().getByText(hint, { exact: true })).toBeVisible()
  }
  await search(page).fill('no such machine')
  await expect(page.getByRole('heading', { name: 'No Machines Found' })).toBeVisible()
  await expect(
    page.getByText('No machines match your search criteria. Try changing your search.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(2)
  await page
    .getByRole('region', { name: 'Managed Machines' })
    .getByRole('button', { name: 'Clear search' })
    .click()
  await expect(machineRows(page)).toHaveCount(2)

  await machineAction(page, 'Block', machine).click()
  await expect(toast(page)).toContainText('Machine blocked successfully')
  await choose(page, 'Blocked', 'Blocked')
  await choose(page, 'Status', 'Offline')
  await expect(machineRows(page)).toHaveCount(1)
  await search(page).fill('owner')
  await expect(page).toHaveURL('/machines?blocked=yes&search=owner&status=offline')
  await page.reload()
  await expect(machineRows(page)).toHaveCount(1)
  await expect(search(page)).toHaveValue('owner')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Offline')

  const download = page.waitForEvent('download')
  await expect(exportMenu(page)).toHaveAccessibleName('Export 1 row')
  await exportAs(page, 'CSV')
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')).toEqual([
    '\uFEFFMachine ID,Machine,Client Name,Credit,Service,Profit,Blocked,Status,Connection,Owner blocked',
    `${machine.idMachine},${machine.machineName},${machine.userName},5,Disabled,0,Yes,Offline,Offline,No`,
    'Total,,,5,,0,,,,',
    '',
  ])

  const inSpain = page.waitForEvent('download')
  await exportAs(page, 'CSV for this locale')
  expect(await readFile(await (await inSpain).path(), 'utf8')).toContain('\r\nTotal;;;5;;0;;;;\r\n')

  const excel = page.waitForEvent('download')
  await exportAs(page, 'Excel')
  expect((await excel).suggestedFilename()).toMatch(
    /^machines-offline-blocked-search-owner-\d{4}-\d\d-\d\d\.xlsx$/,
  )
  const sheet = unzip(await readFile(await (await excel).path())).get('xl/sheet1.xml')
  const texts = [...sheet!.matchAll(/<row>.*<\/row>/g)].map(([row]) =>
    row.replace(/<[^>]+>/g, ' ').split(/ +/),
  )
  expect(texts[1]).toContain(machine.idMachine)
  expect(texts[2]!.filter(Boolean)).toEqual(['Total', '5', '0'])
})

test(
  '[MACHINES-8] a user without machines gets a message and a way back',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn((await createPerson('admin')).userName, '', '/machines')
    await expect(page.getByRole('heading', { name: 'No Machines Found' })).toBeVisible()
    await expect(
      page.getByText('No machines are currently available in the system.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('region').getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/')
  },
)

test('[MACHINES-2] every column is readable at each width, without scrolling sideways', async ({
  page,
  signIn,
}) => {
  await signIn('subdistributor1', '', '/machines')
  const frame = page.getByRole('region', { name: 'Managed Machines' })
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(machineRows(page).first()).toBeVisible()
    await expect(machinesTable(page).getByRole('columnheader')).toHaveText(HEADS)
    const beyond = () =>
      frame.evaluate((frame) => [
        frame.scrollWidth - frame.clientWidth,
        document.body.scrollWidth - innerWidth,
      ])
    await expect.poll(beyond, { message: `at ${width} px` }).toEqual([0, 0])
  }
})

test(
  "a machine's name keeps its space next to the blocked-owner mark when a panel is open",
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn('master', '', '/machines?search=Citlali')
    const row = machineRows(page).filter({ hasText: 'Owner blocked' }).first()
    await row.locator('td').first().click()
    await expect(page.getByRole('button', { name: 'Close panel' })).toBeVisible()
    const name = row.locator('.second > span').first()
    await expect.poll(() => name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(40)
  },
)
