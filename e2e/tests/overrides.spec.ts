import type { Page } from '@playwright/test'
import { chooseInAccountMenu } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { environmentDocument } from '../testing/environment'
import { handmadeMachines } from '../testing/handmadeRemote'
import type { OwnConsole } from '../testing/ownConsole'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

/** A developer's release of Machines, and a console that allows it as an override. */
async function developersRelease(ownConsole: (which: { api?: true }) => Promise<OwnConsole>) {
  const mine = await handmadeMachines('My machines', { title: 'Machines of a developer' })
  const { origin } = new URL(mine.deployed.baseUrl)
  const { url, write, host } = await ownConsole({})
  write({ ...environmentDocument(), developer: true, overrides: [origin] })
  return { mine, origin, url, host }
}
const question = (page: Page) => page.getByRole('dialog', { name: /^¿Cargar código de / })
const accept = (page: Page) => question(page).getByRole('button', { name: 'Cargar este código' }).click()
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Solo en esta pestaña' })

test(
  'the console asks before it loads a developer’s release, with the origin in the question',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { mine, origin, url } = await developersRelease(ownConsole)
    await signIn('player1', url)
    await page.goto(`${url}/machines?remote.machines=${origin}/`)
    await expect(question(page)).toContainText(origin)
    await expect(question(page)).toContainText('Este código puede actuar como tú')
    expect(mine.requests).toEqual([])
    await question(page).getByRole('button', { name: 'No cargar' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    expect(mine.requests).toEqual([])
    // the answer is remembered
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await mine.close()
  },
)

test('a developer’s release replaces the deployed one only in this tab, until it is reset', async ({
  page,
  context,
  ownConsole,
}) => {
  const { mine, origin, url } = await developersRelease(ownConsole)
  await page.goto(`${url}/machines?remote.machines=${origin}/`)
  await accept(page)
  await expect(page).toHaveURL(`${url}/login`)
  await submitLogin(page, 'player1', PASSWORD)
  // the requested page, without the override in its address
  await expect(page).toHaveURL(`${url}/machines`)
  await expect(banner(page)).toContainText(`machines viene de ${origin}/ (0.1.0, 0000beef)`)
  await expect(page.getByText('My machines')).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${url}/machines`)
  await expect(other.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await other.close()

  const deployed = async () => {
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await expect(question(page)).toBeHidden()
  }
  await banner(page).getByRole('button', { name: 'Restablecer' }).click()
  await deployed()
  await chooseInAccountMenu(page, 'Logout')
  await submitLogin(page, 'player1', PASSWORD)
  await page.getByRole('link', { name: 'Machines' }).click()
  await deployed()
  await page.goBack()
  await page.goForward()
  await deployed()
  await mine.close()
})

test(
  'an override ends with a message when its address stops answering',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST)
    const { mine, origin, url } = await developersRelease(ownConsole)
    await signIn('player1', url)
    await page.goto(`${url}/?remote.machines=${origin}/`)
    await accept(page)
    await expect(banner(page)).toBeVisible()
    await mine.close()
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      `${origin}/ ya no responde: "machines" vuelve a la versión desplegada.`,
    )
    await expect(banner(page)).toBeHidden()
  },
)

test(
  'if the code for overrides hangs, the console uses the deployed releases',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { mine, origin, url, host } = await developersRelease(ownConsole)
    host.fault(/async\/overrides/, { kind: 'hang' })
    await shortenDeadlines(page, { codeGiveUpMs: 1_500 })
    await signIn('player1', url)
    await page.evaluate(
      (accepted) => sessionStorage.setItem('console.acceptedOverrides', accepted),
      JSON.stringify({ userId: null, overrides: { machines: `${origin}/` } }),
    )
    await page.goto(`${url}/machines`)
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      '"machines" no se sustituye: una parte de la consola no se pudo cargar',
    )
    await mine.close()
  },
)

test(
  'an accepted override ends when another user signs in',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { mine, origin, url } = await developersRelease(ownConsole)
    await signIn('player1', url)
    await page.goto(`${url}/machines?remote.machines=${origin}/`)
    await accept(page)
    await expect(page.getByText('My machines')).toBeVisible()
    await chooseInAccountMenu(page, 'Logout')
    await submitLogin(page, 'client1', PASSWORD)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await mine.close()
  },
)
