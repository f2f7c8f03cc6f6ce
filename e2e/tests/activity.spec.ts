import { call, masterToken } from '../testing/api'
import { environmentDocument } from '../testing/environment'
import { heading, link } from '../testing/consolePage'
import { expectAccessible } from '../testing/axe'
import { createMachine, machineAction, setCredit } from '../testing/machinesScreen'
import { createBranch } from '../testing/people'
import { labelsOf } from '../testing/remotes'
import { ACCOUNTS, expect, ofLevel, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'

/** The page's message about a filter that the API rejects. */
const FORBIDDEN = /\b403\b/

test(
  'a credit and a block are listed with old and new values and found by filters and links, and the API accepts the kinds for detached and attached months',
  WITH_ALL,
  async ({ page, faults, signIn }) => {
    faults.expect(FORBIDDEN)
    const machine = await createMachine()
    await setCredit(machine, 12.5)
    const branch = await createBranch(3)
    const [admin, target] = [branch[0]!, branch[1]!]
    const token = await masterToken()
    const answer = await call('PUT', `/api/Users/${target.userId}`, token, { isBlocked: true })
    expect(answer.ok).toBe(true)

    await signIn('master', '', `/activity?machine=${machine.idMachine}`)
    await expect(heading(page, 'Activity')).toBeVisible()
    const credit = page.getByRole('row', { name: /Credit changed/ })
    await expect(credit).toContainText('master')
    await expect(credit).toContainText(machine.machineName)
    await expect(credit).toContainText('$0.00')
    await expect(credit).toContainText('$12.50')

    await link(page, 'Activity').click()
    await expect(page).toHaveURL('/activity')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Movements detached' }).click()
    await page.getByRole('option', { name: 'Movements attached' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/kind=movements.detach(,|%2C)movements.attach/)
    // these commands are never run on this data
    await expect(page.getByText('Nothing matches these filters. Try others, or more days.')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()

    await page.goto(`/activity?whom=${target.userId}`)
    const blocked = page.getByRole('row', { name: /User blocked/ })
    await expect(blocked).toContainText('Blocked: No')
    await expect(blocked).toContainText('Blocked: Yes')
    await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue(target.userName)
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'User created' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/kind=user.create/)
    await expect(blocked).toBeHidden()
    await expect(page.getByRole('row', { name: /User created/ })).toBeVisible()

    await page.getByRole('button', { name: `Details User created ${target.userName}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: `User ${target.userName}` })
      .click()
    await expect(page.getByRole('region', { name: target.userName, exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page, 'Activity')).toBeVisible()

    // a filter for a user of another branch is rejected, and the filters can be cleared
    await page.evaluate(() => localStorage.clear())
    await signIn(admin.userName, '', '/activity?whom=1')
    await expect(page.getByRole('alert')).toContainText('that you may not see')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('row', { name: /User blocked/ })).toBeVisible()
  },
)

ACCOUNTS.forEach((account, index) => {
  const level = index + 1
  test(
    `level ${level} opens the screen by its address, and by its navigation entry if it has one`,
    ofLevel(level),
    async ({ page, signIn }) => {
      await signIn(account, '', '/activity')
      await expect(heading(page, 'Activity')).toBeVisible()
      // each account has signed in
      await page.getByRole('combobox', { name: 'Kind' }).click()
      await page.getByRole('option', { name: 'Signed in' }).click()
      await page.keyboard.press('Escape')
      await expect(page.locator('tr.data').filter({ hasText: account }).first()).toBeVisible()
      const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
      await expect(entry).toHaveCount(level <= 5 ? 1 : 0)
    },
  )
})

test('the details of a machine and of a user link to their activity', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(7)
  await signIn(machine.manager.userName, '', `/machines?search=${machine.idMachine}`)
  await machineAction(page, 'Details', machine).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /Credit changed/ })).toContainText('$7.00')
  await expect(page.getByRole('combobox', { name: 'Machine' })).toHaveValue(machine.machineName)

  await page.goto('/')
  await page.getByRole('button', { name: `View details ${machine.owner.userName}` }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('row', { name: /User created/ })).toContainText(machine.owner.userName)
  await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue(machine.owner.userName)
})

test(
  'a Client has no navigation entry, and sees only their own activity',
  WITH_ALL,
  async ({ page, signIn }) => {
    const branch = await createBranch(6)
    const client = branch.at(-1)!
    await signIn(client.userName, '', '/activity')
    await expect(heading(page, 'Activity')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(labelsOf(6))
    await expect(page.getByRole('row', { name: /User created/ })).toContainText(client.userName)
    for (const above of branch.slice(1, -1))
      await expect(page.getByRole('row').filter({ hasText: above.userName })).toHaveCount(0)
  },
)

test(
  'an older host gets the screen from the environment document alone',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { url, write } = await ownConsole({})
    const { activity, ...before } = environmentDocument().remotes
    write({ ...environmentDocument(), remotes: before })
    await signIn('subdistributor1', url)
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(entries).toHaveText(labelsOf(5).filter((label) => label !== 'Activity'))
    await page.goto(`${url}/activity`)
    await expect(heading(page, 'Página no encontrada')).toBeVisible()

    write({ ...environmentDocument(), remotes: { ...before, activity } })
    await page.goto(url)
    await expect(entries).toHaveText(labelsOf(5))
    await entries.filter({ hasText: 'Activity' }).click()
    await expect(heading(page, 'Activity')).toBeVisible()
    await expect(page.locator('tr.data').first()).toBeVisible()
  },
)

inBothThemes('accessibility of the activity screen', () => {
  test('rows, details, a shift, a forbidden filter', async ({ page, faults, signIn }) => {
    faults.expect(FORBIDDEN)
    await signIn('admin1', '', '/activity')
    await expectAccessible(page.locator('tr.data').first())
    await page
      .getByRole('button', { name: /^Details / })
      .first()
      .click()
    await expectAccessible(page.getByRole('dialog'))
    await page.goto('/activity?shift=16')
    await expectAccessible(page.getByRole('table', { name: 'Sums of my shift' }))
    await page.goto('/activity?whom=1')
    await expectAccessible(page.getByRole('alert'))
  })
})
