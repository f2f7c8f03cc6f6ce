import { tokenOf } from '../testing/api'
import { createBranch, freshName } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { dialog, usersTable } from '../testing/usersScreen'

test(
  'a manager creates one user after another, a generated password can be copied, and the last user is marked in the list',
  WITH_ALL,
  async ({ page, context, signIn }) => {
    // loading the dictionaries of the strength check takes time
    test.slow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { userName } = (await createBranch(5)).at(-1)!
    const [first, second] = [freshName('first'), freshName('second')]
    await signIn(userName)
    await page.getByRole('button', { name: 'Create Your First User' }).click()
    const form = dialog(page, 'Create New Client')
    const field = (name: string) => form.getByLabel(name, { exact: true })
    const strength = form.getByText('Strength:')
    const height = async () => (await form.boundingBox())?.height
    const empty = await height()

    await field('Username').fill(first)
    await field('Password').fill(first)
    // the first strength check waits for the dictionaries
    await expect(strength).toHaveText('Strength: Weak', { timeout: 20_000 })
    expect(await height()).toBe(empty)
    await form.getByRole('button', { name: 'Generate' }).click()
    await expect(strength).toHaveText('Strength: Strong')
    const generated = await field('Password').inputValue()
    await form.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Password copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated)
    await form.getByRole('checkbox', { name: 'Create another' }).check()
    await form.getByRole('button', { name: 'Create Client' }).click()
    await expect(page.getByText(`Usuario ${first} creado con éxito`)).toBeVisible()
    await expect(field('Username')).toBeFocused()
    await expect(field('Username')).toHaveValue('')
    await expect(field('Password')).toHaveValue('')

    await form.getByRole('checkbox', { name: 'Create another' }).uncheck()
    await field('Username').fill(second)
    await field('Password').fill(PASSWORD)
    await field('Password').press('Enter')
    await expect(form).toBeHidden()
    await expect(usersTable(page).locator('tr.open')).toContainText(second)
    expect(await tokenOf(first, generated)).not.toBeNull()
  },
)
