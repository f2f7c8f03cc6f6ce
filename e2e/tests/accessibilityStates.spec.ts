import { expectNoViolation } from '../support/axe'
import { shortenDeadlines } from '../support/deadlines'
import { environmentDocument } from '../support/environment'
import type { Fault } from '../support/misbehaving'
import {
  createMachine,
  machineAction,
  machineRows,
  openCredit,
  openMachines,
  setCredit,
} from '../support/machinesScreen'
import { FAILED_CALL, FAILED_REMOTE, FAILED_REQUEST } from '../support/pageFaults'
import { createPerson } from '../support/people'
import { search } from '../support/reports'
import { expect, PASSWORD, submitLogin, test } from '../support/test'
import { createUserButton, dialog } from '../support/usersScreen'

const BROKEN: Fault = { kind: 'answer', status: 500, body: '{"message":"broken"}' }
const HANG: Fault = { kind: 'hang' }

for (const mode of ['light', 'dark'] as const) {
  test.describe(`accessibility of what is not there, not yet or not well, ${mode}`, { tag: '@all' }, () => {
    // each looks at several states
    test.describe.configure({ timeout: 60_000 })
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
    })

    test('users: nobody, loading, the session being checked, no connection', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      await signIn((await createPerson('alone')).userName, url)
      await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
      await expectNoViolation(page)
      api.fault(/children/, HANG)
      await page.reload()
      const table = page.getByRole('region', { name: 'Managed Users' })
      await expect(table).toHaveAttribute('aria-busy', 'true')
      await expectNoViolation(page)
      api.fault(/current/, HANG)
      await page.reload()
      await expect(page.getByRole('progressbar', { name: 'Checking session' })).toBeVisible()
      await expectNoViolation(page, { waiting: true })
      api.fault(/current/, BROKEN)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Error de conexión' })).toBeVisible()
      await expectNoViolation(page)
    })

    test('machines: none, a list that failed, a configuration that loads and fails', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      const machine = await createMachine()
      await signIn((await createPerson('alone')).userName, url, '/machines')
      await expect(page.getByRole('heading', { name: 'No Machines Found' })).toBeVisible()
      await expectNoViolation(page)
      api.fault(/api\/Machines$/, BROKEN)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expectNoViolation(page)

      api.fault(/api\/Machines$/, null)
      await openMachines(signIn, machine, url)
      api.fault(/\/config$/, HANG)
      await machineAction(page, 'Configure', machine).click()
      await expect(page.getByRole('progressbar', { name: 'Loading configuration...' })).toBeVisible()
      await expectNoViolation(page)
      await page.keyboard.press('Escape')
      api.fault(/\/config$/, { ...BROKEN, status: 403 })
      await page.reload()
      await machineAction(page, 'Configure', machine).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expectNoViolation(page)
    })

    test('a credit: being saved, refused, changed by somebody else, not known', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      const machine = await createMachine(10)
      await openMachines(signIn, machine, url)
      await expect(machineRows(page).first()).toBeVisible()
      const { dialog: form, field, save } = await openCredit(page, machine)
      await field.fill('12')
      api.fault(/\/credit$/, BROKEN)
      await save.click()
      await expect(form.getByRole('alert')).toHaveText('broken')
      await expectNoViolation(page)
      api.fault(/\/credit$/, null)
      await setCredit(machine, 11)
      await save.click()
      await expect(form.getByRole('alert')).toContainText('Somebody else')
      await expectNoViolation(page)
      api.fault(/\/credit$/, { kind: 'reset' })
      api.fault(/api\/Machines$/, { kind: 'reset' })
      await save.click()
      await expect(form.getByRole('button', { name: 'Check again' })).toBeEnabled()
      await expectNoViolation(page)
    })

    test('reports: loading, nothing found, days in the wrong order', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      await signIn('admin1', url)
      api.fault(/all-hierarchy/, HANG)
      await page.goto(`${url}/internal`)
      await expect(page.getByRole('progressbar').first()).toBeVisible()
      await expectNoViolation(page)
      api.fault(/all-hierarchy/, null)
      await page.goto(`${url}/internal?dateFrom=1990-01-01&dateTo=1990-01-02`)
      await search(page).click()
      await expect(page.getByText('No movements found for the selected filters')).toBeVisible()
      await expectNoViolation(page)
      await page.goto(`${url}/internal?dateFrom=2026-02-02&dateTo=2026-01-01`)
      await expect(page.getByText('From must be before To')).toBeVisible()
      await expectNoViolation(page)
    })

    test('reports: a search that runs, one that failed', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      await signIn('admin1', url, '/internal')
      api.fault(/internal\/query/, HANG)
      await search(page).click()
      await expect(page.getByRole('button', { name: 'Cancel search' })).toBeVisible()
      await expectNoViolation(page)
      await page.getByRole('button', { name: 'Cancel search' }).click()
      api.fault(/internal\/query/, BROKEN)
      await search(page).click()
      await expect(page.getByText('The search failed: there are no results.')).toBeVisible()
      await expectNoViolation(page)
    })

    test('games: none, loading, one that is added and one that cannot be', async ({
      page,
      faultyApi: { url, api },
      signIn,
    }) => {
      await signIn('admin1', url)
      api.fault(/api\/Games$/, { kind: 'answer', status: 200, body: '[]' })
      await page.goto(`${url}/settings`)
      await page.getByRole('button', { name: 'Games Management' }).click()
      await expect(page.getByRole('heading', { name: 'No Games Added Yet' })).toBeVisible()
      await expectNoViolation(page)
      await page.getByRole('button', { name: 'Add First Game' }).click()
      await page.getByLabel('Game Name').fill('Axe')
      api.fault(/api\/Games$/, BROKEN)
      await page.getByRole('button', { name: 'Save Game' }).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expectNoViolation(page)
      api.fault(/api\/Games$/, HANG)
      await page.getByRole('button', { name: 'Save Game' }).click()
      await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
      await expectNoViolation(page)
    })

    test('a screen that is slow, and one that cannot be loaded', async ({
      page,
      ownConsole,
      signIn,
      faults,
    }) => {
      faults.expect(FAILED_REMOTE, FAILED_REQUEST)
      await shortenDeadlines(page, { noticeMs: 200, giveUpMs: 2_000 })
      const { url, remote } = await ownConsole({ remotes: ['machines'] })
      remote('machines').fault(/remoteEntry/, HANG)
      await signIn('player1', url)
      await page.getByRole('link', { name: 'Machines' }).click()
      await expect(page.getByText('"Managed Machines" tarda más de lo habitual en cargar.')).toBeVisible()
      await expectNoViolation(page, { waiting: true })
      await expect(page.getByRole('alert')).toContainText('No se pudo mostrar "Managed Machines"')
      await expectNoViolation(page)
    })

    test('the notice of a new version, the question before changes are lost', async ({
      page,
      ownConsole,
      signIn,
    }) => {
      const { url, write } = await ownConsole({})
      await signIn('admin1', url)
      const published = environmentDocument()
      const { machines } = published.remotes
      const release = { ...machines!.release, build: 'ffffffff' }
      write({
        ...published,
        revision: 2,
        remotes: { ...published.remotes, machines: { ...machines, release } },
      })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText('Hay una versión nueva de la consola.')).toBeVisible()
      await expectNoViolation(page)

      await createUserButton(page).click()
      await page.getByRole('option').first().click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByLabel('Username').fill('half')
      await page.keyboard.press('Escape')
      await expect(dialog(page, 'Discard changes?')).toBeVisible()
      await expectNoViolation(page)
    })

    test('a session that ends over a form', async ({ page, faultyApi: { url, api }, signIn }) => {
      const machine = await createMachine(10)
      await openMachines(signIn, machine, url)
      const { field } = await openCredit(page, machine)
      await field.fill('12')
      api.fault(/\/credit$/, { kind: 'answer', status: 401, body: '{"message":"over"}' })
      await field.press('Enter')
      await expect(dialog(page, 'Your session has ended')).toBeVisible()
      await expectNoViolation(page)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await expect(dialog(page, 'Your session has ended').getByRole('alert')).toBeVisible()
      await expectNoViolation(page)
    })

    test('a dialog that is slow, a login that waits', async ({ page, ownConsole, signIn, faults }) => {
      faults.expect(FAILED_CALL)
      const { url, api, host } = await ownConsole({ api: true })
      host.fault(/async\/kernel-user-details/, HANG)
      await signIn('client1', url)
      await page.getByRole('button', { name: 'View details client1' }).first().click()
      await expect(dialog(page, 'Loading...')).toBeVisible()
      await expectNoViolation(page)
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${url}/login`)
      api.fault(/Auth\/login/, HANG)
      await submitLogin(page, 'client1', PASSWORD)
      await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
      await expectNoViolation(page)
    })
  })
}
