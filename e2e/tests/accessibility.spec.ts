import { expectAccessible, expectNoViolation } from '../testing/axe'
import { chooseInAccountMenu } from '../testing/consolePage'
import { gamesTable, openGames } from '../testing/games'
import { createMachine, machineAction, openCredit, openMachines } from '../testing/machinesScreen'
import { FAILED_CALL, FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { action, createUserButton, dialog, rowOf } from '../testing/usersScreen'

// the dark theme differs only in contrast, which a jest test of the theme checks too
inBothThemes(
  'accessibility',
  () => {
    test('login, with and without an error', WITH_ALL, async ({ page }) => {
      await page.goto('/login')
      await expectAccessible(page.getByLabel('Username'))
      await page.getByRole('button', { name: 'Login' }).click()
      await expectAccessible(page.getByRole('alert'))
    })

    test('token-debug and not-found', WITH_ALL, async ({ page, signIn }) => {
      await signIn('client1')
      await page.goto('/token-debug')
      await expectAccessible(page.getByText('El servidor acepta este token.'))
      await page.goto('/nowhere')
      await expectAccessible(page.getByText('404'))
    })

    test('users: the list, the details, an empty search', async ({ page, signIn }) => {
      await signIn('master')
      await expectAccessible(page.locator('tr.data').first())
      await page.locator('tr.data').first().getByRole('button', { name: 'View details' }).click()
      await expectAccessible(page.getByRole('dialog'))
      await page.keyboard.press('Escape')
      await page.getByRole('textbox').first().fill('nobody at all')
      await expectAccessible(page.getByRole('heading', { name: 'No Users Found' }))
    })

    test('a tooltip, the account menu, its dialogs', WITH_ALL, async ({ page, signIn }) => {
      await signIn('client1')
      await page.getByRole('button', { name: 'Account menu' }).hover()
      await expectAccessible(page.getByRole('tooltip', { name: 'Account menu' }))
      await page.getByRole('button', { name: 'Account menu' }).click()
      await expectAccessible(page.getByRole('menu'))
      await page.getByRole('menuitem', { name: 'About this console' }).click()
      await expectAccessible(dialog(page, 'About this console'))
      await page.keyboard.press('Escape')
      await chooseInAccountMenu(page, 'Change password')
      await expectAccessible(dialog(page, 'Change password'))
      await page.getByRole('button', { name: 'Save' }).click()
      await expectAccessible(page.getByText('New password is required'))
    })

    test('users as a tree', WITH_ALL, async ({ page, signIn }) => {
      await signIn('master', '', '/?view=tree&search=player1')
      await expectAccessible(page.getByRole('treegrid').getByText('player1', { exact: true }))
    })

    test('the forms and confirmations for users', WITH_ALL, async ({ page, signIn }) => {
      await signIn('admin1')
      await createUserButton(page).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.getByRole('option').first().click()
      await expectNoViolation(page)
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByRole('dialog').locator('[type=submit]').click()
      await expectAccessible(page.getByText('Username is required'))
      await page.keyboard.press('Escape')

      await rowOf(page, 'client1')
      for (const label of ['Edit', 'Delete', 'Create machine']) {
        await action(page, label, 'client1').click()
        await expectAccessible(page.getByRole('dialog'))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }

      await page.setViewportSize({ width: 390, height: 800 })
      await page.reload()
      await action(page, 'Actions', 'client1').click()
      await expectAccessible(page.getByRole('menu'))
    })

    test('reports: the filters, open lists, a calendar, a result', WITH_ALL, async ({ page, signIn }) => {
      await signIn('admin1', '', '/external')
      const client = page.getByRole('combobox', { name: 'Client/Player' })
      await client.click()
      await expectAccessible(page.getByRole('option').first())
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Query Type' }).click()
      await expectNoViolation(page)
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Choose date/ })
        .first()
        .click()
      await expectAccessible(page.getByRole('grid'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Last 7 days' }).click()
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
      await page.getByRole('button', { name: 'Previous period' }).click()
      await expectAccessible(page.getByRole('table', { name: /^Compared/ }))
    })

    test(
      'machines: the list, the details, a credit, every section of a configuration',
      WITH_ALL,
      async ({ page, signIn }) => {
        const machine = await createMachine(10)
        await openMachines(signIn, machine)
        await machineAction(page, 'Details', machine).click()
        await expectAccessible(page.getByRole('dialog'))
        await page.keyboard.press('Escape')
        const { field, dialog } = await openCredit(page, machine)
        await field.fill('')
        await field.press('Enter')
        await expectAccessible(dialog.getByText('Please enter a valid amount'))
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Discard' }).click()
        await machineAction(page, 'Configure', machine).click()
        for (const name of ['General', 'Games', 'Payment', 'Security', 'Technical']) {
          await page.getByRole('tab', { name }).click()
          await expectNoViolation(page)
        }
        await page.keyboard.press('Escape')
        await page.getByLabel('Search Machines').fill('no such machine')
        await expectAccessible(page.getByRole('heading', { name: 'No Machines Found' }))
      },
    )

    test('games: a user’s games, the catalogue, a new game', WITH_ALL, async ({ page, signIn }) => {
      await signIn('admin1')
      await rowOf(page, 'client1')
      await action(page, 'Game Configuration', 'client1').click()
      for (const name of ['Select Games', 'Jackpot Settings', 'Other Settings']) {
        await page.getByRole('tab', { name }).click()
        await expectNoViolation(page)
      }
      await openGames(page)
      await expectAccessible(gamesTable(page))
      await page.getByRole('button', { name: 'Add Game' }).click()
      await page.getByLabel('Game Name').press('Tab')
      await expectAccessible(page.getByText('Game name is required'))
    })

    test(
      'games: a catalogue that failed to load, and a read-only one',
      WITH_ALL,
      async ({ page, faultyApi: { url, api }, signIn }) => {
        api.fault(/api\/Games$/, { kind: 'answer', status: 404 })
        await signIn('client1', url)
        await openGames(page, url)
        await expectAccessible(page.getByText('Failed to load games. Please try again.'))
        api.fault(/api\/Games$/, null)
        await page.getByRole('button', { name: 'Reintentar' }).click()
        await expectAccessible(gamesTable(page))
      },
    )

    test(
      'a list that failed, a screen that failed, a toast',
      WITH_ALL,
      async ({ page, ownConsole, signIn, faults }) => {
        faults.expect(FAILED_CALL, FAILED_REMOTE, FAILED_REQUEST)
        const { url, api, remote } = await ownConsole({ api: true, remotes: ['machines'] })
        api.fault(/Users\/children/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
        remote('machines').fault(/./, { kind: 'reset' })
        await signIn('admin1', url)
        await expectAccessible(page.getByRole('alert'))
        await page.getByRole('link', { name: 'Machines' }).click()
        await expectAccessible(page.getByRole('alert'))
      },
    )

    test('an invalid environment document', WITH_ALL, async ({ page, ownConsole, faults }) => {
      faults.expect(/La consola no puede arrancar/)
      const { url, write } = await ownConsole({})
      write({})
      await page.goto(url)
      await expectAccessible(page.getByRole('alert'))
    })
  },
  { lightAlways: true },
)
