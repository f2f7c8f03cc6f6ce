import { call, masterToken, tokenOf } from '../testing/api'
import { startApiProcess } from '../testing/apiProcesses'
import { toast } from '../testing/consolePage'
import { documentWith } from '../testing/environment'
import { createMachine, listMachines, machineRows, openMachines } from '../testing/machinesScreen'
import { createPerson, findPerson } from '../testing/people'
import { colleague, expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const SOON = { timeout: 10_000 }

test(
  'two operators share one ledger: a bulk change by one is one row for the other, who reverts part of it',
  WITH_ALL,
  async ({ page, signIn, browser }) => {
    test.setTimeout(60_000)
    const machine = await createMachine(100, 1)
    const own = (await listMachines()).filter(({ userName }) => userName === machine.userName)
    await openMachines(signIn, machine)
    await page.goto('/activity')
    await expect(page.getByRole('row', { name: /Machine created/ }).first()).toBeVisible()
    const theirs = await colleague(browser, 'master', `/activity?whom=${machine.owner.userId}`)

    const items = own.map(({ idMachine }) => ({ machineId: idMachine, add: 25 }))
    const body = { items, reason: 'weekly' }
    const token = (await tokenOf(machine.manager.userName))!
    expect((await call('POST', '/api/Machines/bulk/credit', token, body)).ok).toBe(true)
    // own changes appear by themselves, those of others on request
    const mine = page.getByRole('row', { name: /2 machines/ })
    await expect(mine).toContainText('+$50.00', SOON)
    await theirs.reload()
    const line = theirs.getByRole('row', { name: /2 machines that match/ })
    await expect(line).toContainText(machine.manager.userName)
    await line.getByRole('button', { name: /^Expand/ }).click()
    const change = theirs.getByRole('row', { name: /Credit changed .*\$100\.00 \$125\.00/ })
    await change.getByRole('button', { name: /^Revert/ }).click()
    const question = theirs.getByRole('dialog', { name: 'Revert this change?' })
    await question.getByRole('button', { name: 'Revert' }).click()
    await expect(question).toBeHidden()

    await page.getByRole('button', { name: '1 new' }).click(SOON)
    const reverted = page.getByRole('row', { name: /Credit reverted/ })
    await expect(reverted).toContainText('master')
    await expect(reverted).toContainText('-$25.00')
    await expect(mine).toContainText('+$50.00')
    // one of the two changes remains
    await mine.getByRole('button', { name: /^Revert/ }).click()
    const rest = page.getByRole('dialog', { name: 'Revert this change?' })
    await expect(rest.getByText('Is this amount right? $25.00 → $0.00 (-$25.00)')).toBeVisible()
    await rest.getByRole('button', { name: 'Revert' }).click()
    await expect(rest).toBeHidden()
    const after = (await listMachines()).filter(({ userName }) => userName === machine.userName)
    expect(after.map(({ credit }) => credit).sort((one, other) => one - other)).toEqual([0, 100])
  },
)

test(
  'undoing a change that needs a reason asks for one, and the ledger shows it',
  WITH_ALL,
  async ({ page, ownConsole }) => {
    test.setTimeout(120_000)
    const api = await startApiProcess('', { DATA_DIR: 'memory://', CREDIT_REASON_ABOVE: '100' })
    try {
      const { url, write } = await ownConsole({})
      write(documentWith({}, { apiUrl: api.url }))
      await page.goto(`${url}/machines?search=Slot%200001`)
      await submitLogin(page, 'admin1', PASSWORD)
      await machineRows(page)
        .first()
        .getByRole('button', { name: /^Update Credit/ })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByLabel('Credit Amount').fill('250')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('A change by more than $100.00 needs a reason')).toBeVisible()
      await dialog.getByLabel('Reason').fill('jackpot paid by hand')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()

      await page.getByRole('button', { name: /^Undo credit of / }).click()
      const question = page.getByRole('dialog', { name: /^Undo credit of / })
      await expect(question.getByRole('button', { name: 'Undo' })).toBeDisabled()
      await question.getByLabel('Reason').fill('wrong machine')
      await question.getByRole('button', { name: 'Undo' }).click()
      await expect(toast(page)).toContainText(/^Undone: credit of /)

      await page.getByRole('link', { name: 'Activity', exact: true }).click()
      await page.getByRole('button', { name: /^Details Credit reverted/ }).click()
      await expect(page.getByRole('dialog').getByText('Reason: wrong machine')).toBeVisible()
      // leave the page before the server stops
      await page.goto('about:blank')
    } finally {
      await api.stop()
    }
  },
)

test(
  "a user's client name and technician clients are changed, and a generated password is copied",
  WITH_ALL,
  async ({ page, signIn }) => {
    const manager = await createPerson('manager')
    const person = await createPerson('edited', manager)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(manager.userName, '', `/?open=user:${person.userId}&do=edit`)
    const form = page.getByRole('dialog', { name: 'Edit User' })
    await form.getByLabel('Client name').fill('Bar Ñandú')
    await form.getByLabel('Technician clients').fill('12, 15')
    await form.getByRole('button', { name: 'Generate' }).click()
    const hint = form.getByText('Copy it before you go on: it is not shown again.')
    await expect(hint).toBeVisible()
    await form.getByRole('button', { name: 'Copy' }).click()
    await expect(hint).toBeHidden()
    const password = await page.evaluate(() => navigator.clipboard.readText())
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
    expect(await tokenOf(person.userName, password)).not.toBeNull()
    expect(await findPerson(person.userName)).toMatchObject({
      nameClient: 'Bar Ñandú',
      listaClientesTecnico: '12, 15',
    })
    const row = await call('GET', `/api/activity?userId=${person.userId}&limit=10`, await masterToken())
    expect(JSON.stringify(await row.json())).toContain('Bar Ñandú')
  },
)
