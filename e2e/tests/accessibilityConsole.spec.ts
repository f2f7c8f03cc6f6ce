import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from '../testing/axe'
import { shortenDeadlines } from '../testing/deadlines'
import { environmentDocument } from '../testing/environment'
import { handmadeMachines } from '../testing/handmadeRemote'
import { createMachine, openCredit, openMachines } from '../testing/machinesScreen'
import { HANG } from '../testing/misbehaving'
import { FAILED_CALL, FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { createUserButton, dialog } from '../testing/usersScreen'

/** Sets the storage of a tab that this build has frozen. `frozenTab.spec.ts` tests the freezing itself. */
const leaveRunning = (page: Page, build: string) =>
  page.addInitScript((id) => sessionStorage.setItem('console.running', JSON.stringify([id])), build)

const borderOf = (element: Locator) =>
  element.evaluate((drawn) => parseFloat(getComputedStyle(drawn).borderTopWidth))

test('in high contrast the chosen screen and view stand out, and main buttons have a border', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn('admin1')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(createUserButton(page)).toBeEnabled()
  for (const [strong, plain] of [
    [link('Users'), link('Machines')],
    [button('List'), button('Tree')],
    [createUserButton(page), button('Account menu')],
  ] as const)
    expect(await borderOf(strong)).toBeGreaterThan(await borderOf(plain))
  await link('Activity').click()
  await button('Today').click()
  await expect(button('Today')).toHaveAttribute('aria-pressed', 'true')
  expect(await borderOf(button('Today'))).toBeGreaterThan(await borderOf(button('Yesterday')))
})

inBothThemes('accessibility of the console itself', () => {
  test('a slow screen, and one that fails to load', async ({ page, ownConsole, signIn, faults }) => {
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

  test('the notice of a new version, and the confirmation before changes are lost', async ({
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
    await expectAccessible(page.getByText('Hay una versión nueva de la consola.'))

    await createUserButton(page).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Username').fill('half')
    await page.keyboard.press('Escape')
    await expectAccessible(dialog(page, 'Discard changes?'))
  })

  test('a session that ends while a form has changes', async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine(10)
    await openMachines(signIn, machine, url)
    const { field } = await openCredit(page, machine)
    await field.fill('12')
    api.fault(/\/credit$/, { kind: 'answer', status: 401, body: '{"message":"over"}' })
    await field.press('Enter')
    await expectAccessible(dialog(page, 'Your session has ended'))
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expectAccessible(dialog(page, 'Your session has ended').getByRole('alert'))
  })

  test('a slow dialog, and a login while its request runs', async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_CALL)
    const { url, api, host } = await ownConsole({ api: true })
    host.fault(/async\/kernel-user-details/, HANG)
    await signIn('client1', url)
    await page.getByRole('button', { name: 'View details client1' }).first().click()
    await expectAccessible(dialog(page, 'Loading...'))
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${url}/login`)
    api.fault(/Auth\/login/, HANG)
    await submitLogin(page, 'client1', PASSWORD)
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
    await expectNoViolation(page)
  })

  test('an accepted override, a forbidden one, and the confirmation', async ({
    page,
    ownConsole,
    signIn,
  }) => {
    const mine = await handmadeMachines('My machines', { title: 'Machines of a developer' })
    const { origin } = new URL(mine.deployed.baseUrl)
    const { url, write } = await ownConsole({})
    await signIn('player1', url, `/?remote.machines=${origin}/`)
    await expect(page.getByRole('alert')).toContainText('"machines" no se sustituye')
    await expectNoViolation(page)
    write({ ...environmentDocument(), developer: true, overrides: [origin] })
    await page.goto(`${url}/?remote.machines=${origin}/`)
    await expectAccessible(page.getByRole('dialog', { name: /^¿Cargar código de / }))
    await page.getByRole('button', { name: 'Cargar este código' }).click()
    await expectAccessible(page.getByRole('status').filter({ hasText: 'Solo en esta pestaña' }))
    await mine.close()
  })

  test('a screen that froze the tab, and one that is missing', async ({ page, signIn, faults }) => {
    faults.expect(FAILED_REMOTE)
    const { name, build } = environmentDocument().remotes.machines!.release
    await leaveRunning(page, `${name}.${build}`)
    await signIn('player1', '', '/machines')
    await expectAccessible(page.getByText('"Managed Machines" bloqueó esta pestaña la última vez'))
    await page.getByRole('button', { name: 'Dejar fuera' }).click()
    await expectAccessible(page.getByText('bloqueó esta pestaña y se ha dejado fuera'))
  })

  test('token-debug: no token, valid and malformed tokens, one that the server rejects', async ({
    page,
    faults,
  }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await page.goto('/token-debug')
    await expect(page.getByText('No hay token almacenado.')).toBeVisible()
    await page.getByLabel('Pegar un token').fill('hola')
    await expectAccessible(page.getByText('El texto no es un token JWT.'))
    const old = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiIsImV4cCI6MX0.x'
    await page.evaluate((token) => localStorage.setItem('token', token), old)
    await page.reload()
    await expectAccessible(page.getByText('El servidor no acepta este token.'))
  })
})
