import type { Page } from '@playwright/test'
import { addresses } from '../testing/addresses'
import { call, masterToken } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createMachine, machineNow, machineRows, openMachines } from '../testing/machinesScreen'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { colleague, expect, test, WITH_ALL } from '../testing/test'

test('a block with an end and a reason is made in the panel, and its row shows the end', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine()
  await signIn(machine.manager.userName, '', `/machines?open=machine%3A${machine.idMachine}&do=block`)
  const dialog = page.getByRole('dialog', { name: `Block machine: ${machine.machineName}` })
  await expect(dialog.getByText(/08:00 \(Europe\/Madrid\)/)).toBeVisible()
  await dialog.getByLabel('Reason').fill('repair')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(toast(page)).toContainText('Machine blocked successfully')
  await expect(machineRows(page)).toContainText(/until .+, 08:00/)
  const token = await masterToken()
  const row = (await (
    await call('GET', `/api/activity?machineId=${machine.idMachine}&limit=1`, token)
  ).json()) as { rows: { kind: string; reason: string }[] }
  expect(row.rows).toMatchObject([{ kind: 'machine.block', reason: 'repair' }])

  // the reason stays when the end changes
  await page.goto(`/machines?open=machine%3A${machine.idMachine}`)
  const panel = page.getByRole('region', { name: machine.machineName, exact: true })
  await expect(panel.getByText('repair', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Change block' }).click()
  const change = page.getByRole('dialog', { name: `Change block of ${machine.machineName}` })
  await change.getByRole('combobox', { name: 'Block ends' }).click()
  await page.getByRole('option', { name: 'No end' }).click()
  await change.getByRole('button', { name: 'Change block' }).click()
  await expect(toast(page)).toContainText('Block changed')
  await expect(panel.getByText('Blocked until')).toBeHidden()
  await expect(panel.getByText('repair', { exact: true })).toBeVisible()
})

test(
  "another operator's block without an end is not shortened before it has been seen, not even in bulk",
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const machine = await createMachine()
    const path = `/api/Machines/${machine.idMachine}/toggle-block`
    const block = async (blocked: boolean) => call('PUT', path, await masterToken(), { blocked })
    await openMachines(signIn, machine)
    await page.goto(`${addresses.console}/machines?open=machine%3A${machine.idMachine}&do=block`)
    const dialog = page.getByRole('dialog', { name: `Block machine: ${machine.machineName}` })
    await dialog.getByLabel('Reason').fill('repair')
    await block(true)
    await dialog.getByRole('button', { name: 'Block' }).click()
    const question = page.getByRole('dialog', { name: 'Replace this block?' })
    await expect(question).toContainText(/Blocked meanwhile, no end\. Changed by master on /)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Blocked meanwhile, no end.')
    await expect(dialog.getByLabel('Reason')).toHaveValue('repair')
    expect((await machineNow(machine)).blockedUntil).toBeNull()
    await dialog.getByRole('button', { name: 'Block' }).click()
    await question.getByRole('button', { name: 'Replace block' }).click()
    await expect(toast(page)).toContainText('Machine blocked successfully')
    expect((await machineNow(machine)).blockedUntil).not.toBeNull()

    await block(false)
    await page.goto(`${addresses.console}/machines?search=${machine.userName}`)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await machineRows(page).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Block...', exact: true }).click()
    const bulk = page.getByRole('dialog', { name: 'Block 1 machine' })
    await bulk.getByRole('combobox', { name: 'Block ends' }).click()
    await page.getByRole('option', { name: /^Tomorrow/ }).click()
    await block(true)
    await bulk.getByRole('button', { name: 'Block' }).click()
    await expect(bulk.getByText(/Blocked meanwhile, no end\. Changed by master on /)).toBeVisible()
    expect((await machineNow(machine)).blockedUntil).toBeNull()
  },
)

test(
  'the panel shows the reason for a block to users above, but not to others',
  WITH_ALL,
  async ({ page, signIn, browser }) => {
    const machine = await createMachine()
    const path = `/api/Machines/${machine.idMachine}/toggle-block`
    await call('PUT', path, await masterToken(), { blocked: true, reason: 'under suspicion' })
    const panel = `/machines?open=machine%3A${machine.idMachine}`
    await signIn(machine.manager.userName, '', panel)
    const changes = (of: Page) => of.getByRole('region', { name: 'Recent activity' })
    await expect(changes(page)).toContainText(/Machine blocked.*Reason: under suspicion/)
    const owners = await colleague(browser, machine.owner.userName, panel)
    await expect(changes(owners)).toContainText('Machine blocked')
    await expect(changes(owners)).not.toContainText('suspicion')
  },
)
