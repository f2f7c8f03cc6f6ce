import { environmentDocument } from '../support/environment'
import { handmadeMachines } from '../support/handmadeRemote'
import { FAILED_REMOTE, FAILED_REQUEST } from '../support/pageFaults'
import { expect, test } from '../support/test'

const developers = (text: string) => handmadeMachines(text, { title: 'Machines of a developer' })

test('a developer’s release stands in for the deployed one in this tab alone, until it is reset', async ({
  page,
  context,
  ownConsole,
  signIn,
}) => {
  const mine = await developers('My machines')
  const { origin } = new URL(mine.deployed.baseUrl)
  const { url, write } = await ownConsole({})
  write({ ...environmentDocument(), developer: true, overrides: [origin] })
  await page.goto(`${url}/?remote.machines=${origin}/`)
  await expect(page).toHaveURL(`${url}/login`)
  await signIn('player1', url)
  const banner = page.getByRole('status').filter({ hasText: 'Solo en esta pestaña' })
  await expect(banner).toContainText(`machines viene de ${origin}/ (0.1.0, 0000beef)`)
  await page.goto(`${url}/machines`)
  await expect(page.getByText('My machines')).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${url}/machines`)
  await expect(other.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await other.close()

  await banner.getByRole('button', { name: 'Restablecer' }).click()
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await expect(banner).toBeHidden()
  await mine.close()
})

test('an origin that the environment does not allow is said and ignored', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const mine = await developers('My machines')
  const { url } = await ownConsole({})
  await signIn('player1', url, `/machines?remote.machines=${mine.deployed.baseUrl}`)
  const { origin } = new URL(mine.deployed.baseUrl)
  await expect(page.getByRole('alert')).toContainText(
    `"machines" no se sustituye: este entorno no permite el origen ${origin}`,
  )
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/machines`)
  expect(mine.requests).toEqual([])
  await mine.close()
})

test('an override ends by itself, and says so, when its address stops answering', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const mine = await developers('My machines')
  const { origin } = new URL(mine.deployed.baseUrl)
  const { url, write } = await ownConsole({})
  write({ ...environmentDocument(), developer: true, overrides: [origin] })
  await signIn('player1', url, `/?remote.machines=${origin}/`)
  await expect(page.getByText('Solo en esta pestaña')).toBeVisible()
  await mine.close()
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    `${origin}/ ya no responde: "machines" vuelve a la versión desplegada.`,
  )
  await expect(page.getByText('Solo en esta pestaña')).toBeHidden()
})
