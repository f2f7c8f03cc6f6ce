import type { Environment } from '@console/shared-kernel/remote'
import { versionsOf } from '../testing/changedBuild'
import { documentWith, environmentDocument } from '../testing/environment'
import { containerOf, handmadeMachines, handmadeRemote } from '../testing/handmadeRemote'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { labelsOf } from '../testing/remotes'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const NO_START = /La consola no puede arrancar/

test('an environment document that is not JSON stops the start, and a retry reads it again', async ({
  page,
  ownConsole,
  faults,
}) => {
  faults.expect(NO_START)
  const { url, write } = await ownConsole({})
  write('{"schema": 1,')
  await page.goto(url)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('El documento environment.json no es válido.')
  await expect(alert).toContainText('it is not JSON')
  await expect(page.getByLabel('Username')).toHaveCount(0)

  write(environmentDocument())
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

/** The document with a changed record for the machines remote. */
const withMachines = (change: (machines: Environment['remotes'][string]) => object) =>
  documentWith({ machines: change(environmentDocument().remotes.machines!) })

test(
  'an invalid record disables only its remote; the path shows the invalid field, and a retry restores the remote; integrity cannot be switched off outside development',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { url, write } = await ownConsole({})
    write(withMachines((machines) => ({ ...machines, release: { ...machines.release, entry: 'other.js' } })))
    await signIn('player1', url)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
      labelsOf(7).filter((label) => label !== 'Machines'),
    )
    await page.goto(`${url}/machines`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Remoto "machines" desactivado')
    await expect(alert).toContainText('remotes.machines.release.entry: names other.js, which is not in files')

    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    write(environmentDocument())
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(labelsOf(7))
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)

    write(
      withMachines(({ baseUrl, release }) => ({
        baseUrl,
        integrity: 'off',
        release: {
          ...release,
          files: Object.fromEntries(Object.keys(release.files).map((file) => [file, { bytes: 1 }])),
        },
      })),
    )
    await page.reload()
    await expect(alert).toContainText('integrity: is missing')
  },
)

test(
  'a retry that finds a remote at a new origin reloads the page',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const moved = await handmadeMachines('Machines from elsewhere', { title: 'Moved' })
    const { url, write } = await ownConsole({})
    write(withMachines((machines) => ({ ...machines, release: null })))
    await signIn('player1', url, '/machines')
    const retry = page.getByRole('alert').getByRole('button', { name: 'Reintentar' })
    await expect(retry).toBeVisible()
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    write(withMachines(() => moved.deployed))
    await retry.click()
    await expect(page.getByText('Machines from elsewhere')).toBeVisible()
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(false)
    await moved.close()
  },
)

test("a disabled remote's path still requires signing in", WITH_ALL, async ({ page, ownConsole }) => {
  const { url, write } = await ownConsole({})
  write(withMachines((machines) => ({ ...machines, release: null })))
  await page.goto(`${url}/machines`)
  await expect(page).toHaveURL(`${url}/login`)
  await submitLogin(page, 'player1', PASSWORD)
  await expect(page.getByRole('alert')).toContainText('remotes.machines.release: is not an object')
})

test('a remote for another kernel is rejected by name before its code is loaded', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE)
  const kernel = versionsOf('shared-kernel')
  const newer = await handmadeRemote({
    name: 'newer',
    title: 'Newer',
    kernel: `^${kernel.major}`,
    code: containerOf('() => "no"'),
  })
  const { url, write } = await ownConsole({})
  write(documentWith({ newer: newer.deployed }))
  await signIn('player1', url)
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `necesita kernel ^${kernel.major} y esta consola tiene ${kernel.now}`,
  )
  expect(newer.requests).toEqual([])
  await newer.close()
})
