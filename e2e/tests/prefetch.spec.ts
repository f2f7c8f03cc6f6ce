import { expect, test, WITH_ALL } from '../testing/test'

const CODE = /remoteEntry|async\/managed-machines/

test(
  'pointing at a navigation entry preloads its screen, once, without running it',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    const asked = () => remote('machines').requests.filter((path) => CODE.test(path))
    await signIn('player1', url)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    expect(asked()).toEqual([])
    const link = page.getByRole('link', { name: 'Machines' })
    await link.hover()
    await expect.poll(() => asked().length).toBe(2)
    expect(await page.evaluate(() => Object.keys(window).some((name) => name.startsWith('machines_')))).toBe(
      false,
    )
    await link.click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    expect(asked()).toHaveLength(2)
  },
)

test('the first screen loads while the session is still being checked', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, api, remote } = await ownConsole({ api: true, remotes: ['machines'] })
  await signIn('player1', url)
  api.fault(/Users\/current/, { kind: 'hang' })
  await page.goto(`${url}/machines`)
  await expect(page.getByRole('progressbar', { name: 'Checking session' })).toBeVisible()
  await expect.poll(() => remote('machines').requests.filter((path) => CODE.test(path)).length).toBe(2)
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeHidden()
})
