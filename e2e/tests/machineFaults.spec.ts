import type { Page } from '@playwright/test'
import { toast } from '../testing/consolePage'
import type { Fault } from '../testing/misbehaving'
import { createMachine, machineAction, machineRows, openMachines, setCredit } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

/** Paths that the page requests by itself. */
const ASIDE = ['/api/events', '/api/attention', '/api/attention?only=total']
const LIST = /api\/Machines$/
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error loading machines:' })
const empty = (page: Page) => page.getByRole('heading', { name: 'No Machines Found' })

for (const [what, fault, message] of [
  ['a refusal', { kind: 'answer', status: 403, body: '{"message":"not now"}' }, 'not now'],
  ['no answer', { kind: 'reset' }, 'Sin conexión con el servidor'],
  [
    'a page instead of a list',
    { kind: 'answer', status: 200, body: '<html></html>', type: 'text/html' },
    '/api/Machines did not return a list',
  ],
] as [string, Fault, string][]) {
  test(
    `[ERROR-27] [MACHINES-9] ${what} when loading the list shows an error instead of an empty list, and a retry recovers`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await signIn('client1', url)
      api.fault(LIST, fault)
      await page.goto(`${url}/machines`)
      await expect(toast(page)).toHaveText(`Error loading machines: ${message}`)
      await expect(errorAlert(page).first()).toContainText(message)
      await expect(empty(page)).toBeHidden()

      api.fault(LIST, null)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(machineRows(page).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    },
  )
}

test(
  'a loading list shows skeletons, not an empty list',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('client1', url)
    api.fault(LIST, { kind: 'slow', ms: 1500 })
    await page.goto(`${url}/machines`)
    const frame = page.getByRole('region', { name: 'Managed Machines' })
    await expect(frame).toHaveAttribute('aria-busy', 'true')
    await expect(empty(page)).toBeHidden()
    await expect(machineRows(page).first()).toBeVisible()
  },
)

test('the list is refreshed periodically, keeps its rows after a failure, and can be paused', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const machine = await createMachine(5)
  await page.clock.install()
  await openMachines(signIn, machine, url)
  await expect(machineRows(page)).toContainText('$5.00')
  await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
  // a list that takes seconds to load is refreshed less often than every 30 s
  const again = () => page.clock.fastForward('02:00')

  await setCredit(machine, 6)
  await again()
  await expect(machineRows(page)).toContainText('$6.00')

  api.fault(LIST, { kind: 'answer', status: 403, body: '{"message":"not now"}' })
  await again()
  await expect(errorAlert(page).first()).toContainText('not now')
  await expect(machineRows(page)).toContainText('$6.00')

  api.fault(LIST, null)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause refresh' }).click()
  const asked = api.requests.length
  await again()
  await again()
  expect(api.requests.slice(asked).filter((path) => !ASIDE.includes(path))).toEqual([])
  await setCredit(machine, 7)
  await page.getByRole('button', { name: 'Resume refresh' }).click()
  // it is read at once: another half minute would end that request before its response
  await page.clock.runFor(1_000)
  await expect(machineRows(page)).toContainText('$7.00')
})

test(
  '[ERROR-28] [STATE-15] a failed block is reported, and after a lost response the list shows the actual state',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine()
    await openMachines(signIn, machine, url)
    api.fault(/toggle-block/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
    await machineAction(page, 'Block', machine).click()
    await expect(toast(page)).toHaveText('Error: broken')
    await expect(machineAction(page, 'Block', machine)).toBeVisible()

    api.fault(/toggle-block/, { kind: 'answer', status: 200, body: '{"blocked":true}' })
    await machineAction(page, 'Block', machine).click()
    await expect(toast(page)).toContainText('Machine blocked successfully')
    api.fault(/toggle-block/, { kind: 'reset' })
    await machineAction(page, 'Unblock', machine).click()
    await expect(machineAction(page, 'Block', machine)).toBeVisible()
  },
)

test(
  '[MACHINECONFIG-4] the reason why a configuration was not saved is shown between the section and the buttons',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine()
    await openMachines(signIn, machine, url)
    await machineAction(page, 'Configure', machine).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Touch Screen' }).uncheck()
    api.fault(/\/config$/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const [alert, save] = [dialog.getByRole('alert'), dialog.getByRole('button', { name: 'Save' })]
    await expect(alert).toHaveText('Failed to save configuration: broken')
    const [section, text, button] = await Promise.all(
      [dialog.getByRole('tabpanel'), alert, save].map(async (part) => (await part.boundingBox())!),
    )
    expect(text!.y).toBeGreaterThanOrEqual(section!.y + section!.height)
    expect(button!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
  },
)
