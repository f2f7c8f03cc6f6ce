import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createGame } from '../testing/games'
import {
  configOf,
  createMachine,
  machineAction,
  openMachines,
  type OwnMachine,
} from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

const config = (page: Page, { machineName, idMachine }: OwnMachine) =>
  page.getByRole('dialog', { name: `${machineName} ${idMachine.slice(0, 8)}`, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('[MACHINECONFIG-6] [MACHINECONFIG-7] [MACHINECONFIG-9] a saved configuration is read back unchanged, and the list is read again', async ({
  page,
  signIn,
}) => {
  const [machine, game] = await Promise.all([createMachine(), createGame('machine', 'Poker')])
  expect(await configOf(machine)).toMatchObject({ pingBrowser: 30, listaJuegos: '[]' })
  await openMachines(signIn, machine)
  await machineAction(page, 'Configure', machine).click()
  const dialog = config(page, machine)
  await test.step('[MACHINECONFIG-2] the sections are a menu at the left', async () => {
    await expect(page.getByRole('tab')).toHaveText(['General', 'Games', 'Payment', 'Security', 'Technical'])
    const sections = page.getByRole('tablist', { name: 'Sections' })
    await expect(sections).toHaveAttribute('aria-orientation', 'vertical')
  })
  await expect(dialog.getByText('Active', { exact: true })).toHaveCount(0)
  await dialog.getByRole('switch', { name: 'Service Mode' }).check()
  await expect(dialog.getByText('Active', { exact: true })).toBeVisible()
  for (const label of ['Touch Screen', 'Show Volume Button']) {
    await expect(dialog.getByRole('switch', { name: label })).toBeChecked()
    await dialog.getByRole('switch', { name: label }).uncheck()
  }
  for (const [section, label, shown, typed, bounds] of [
    ['General', 'Ping Browser Interval', '30', '5', { min: '5' }],
    ['General', 'Ping Games Interval', '30', '6', { min: '5' }],
    ['General', 'Offline Expiry Time (seconds)', '120', '10', { min: '10' }],
    ['Payment', 'Credit Value', '0.01', '0,05', { min: '0.01', step: '0.01' }],
    ['Payment', 'Max Poker Bet', '100', '99.9', { min: '0' }],
    ['Payment', 'Max Slot Prize', '0', '1500,50', { min: '0' }],
    ['Technical', 'Profit Lower Limit', '0', '12.5', { min: '0', max: '100' }],
    ['Technical', 'Profit Upper Limit', '100', '90', { min: '0', max: '100' }],
  ] as const) {
    await tab(page, section).click()
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(shown)
    for (const [name, bound] of Object.entries(bounds))
      await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute(name, bound)
    await dialog.getByLabel(label, { exact: true }).fill(typed)
  }
  await test.step('[MACHINECONFIG-10] payments are validated in one of three ways', async () => {
    await tab(page, 'Security').click()
    const validation = dialog.getByRole('combobox', { name: 'Payment Validation Type' })
    await expect(validation).toHaveText('Code Validation')
    await validation.click()
    await expect(page.getByRole('option')).toHaveText(['Code Validation', 'PIN Validation', 'No Validation'])
    await page.getByRole('option', { name: 'PIN Validation' }).click()
  })

  await tab(page, 'Games').click()
  await expect(dialog.getByText('0 selected', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Search games' }).fill(game.name)
  await dialog.getByRole('checkbox', { name: game.name }).check()
  await expect(dialog.getByText('1 selected', { exact: true })).toBeVisible()
  await dialog.getByRole('switch', { name: 'Block Games List Editing' }).check()
  await expect(dialog.getByRole('checkbox', { name: game.name })).toBeDisabled()

  const reloaded = page.waitForRequest((sent) => sent.url().endsWith('/api/Machines'))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toHaveText('Machine configuration updated successfully')
  await expect(dialog).toBeHidden()
  await reloaded
  expect(await configOf(machine)).toMatchObject({
    version: '2',
    pingBrowser: 5,
    pingJuegos: 6,
    addSecondsExpireOffline: 10,
    touchScreen: false,
    showBotonVolumen: false,
    serviceMode: true,
    listaJuegos: `[${game.id}]`,
    editBlockedListaJuegos: true,
    valorCentimosDeUnCredito: 0.05,
    maxApuestaPoker: 99.9,
    premioMaximoSlot: 1500.5,
    tipoValidacionCobro: 'pin',
    limiteInferiorProfit: 12.5,
    limiteSuperiorProfit: 90,
  })
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
})

test(
  "a machine gets the configuration of its owner's other machine, which is reverted in Activity",
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(0, 1)
    const token = await masterToken()
    const before = { pingBrowser: 7, maxApuestaPoker: 5 }
    await call('PUT', `/api/Machines/${machine.idMachine}/config`, token, before)
    await openMachines(signIn, machine)
    await machineAction(page, 'Configure', machine).click()
    const dialog = config(page, machine)
    await expect(dialog.getByText(/^Differs from its owner's other machines in 2 fields/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Max Poker Bet' }).click()
    await expect(dialog.getByLabel('Max Poker Bet', { exact: true })).toBeFocused()

    await dialog.getByRole('button', { name: 'Copy from machine...' }).click()
    const copying = page.getByRole('dialog', { name: /^Copy configuration to/ })
    await copying.getByRole('combobox', { name: 'Copy from machine' }).click()
    await page.getByRole('option', { name: machine.userName }).click()
    await copying.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(dialog.getByText("Does not differ from its owner's other machines (1)")).toBeVisible()
    await expect(dialog.getByLabel('Max Poker Bet', { exact: true })).toHaveValue('100')
    expect(await configOf(machine)).toMatchObject(before)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page)).toHaveText('Machine configuration updated successfully')
    expect(await configOf(machine)).toMatchObject({ pingBrowser: 30, maxApuestaPoker: 100 })

    await page.goto(`/activity?machine=${machine.idMachine}`)
    await page
      .getByRole('button', { name: /^Revert/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click()
    await expect.poll(() => configOf(machine)).toMatchObject(before)
  },
)
