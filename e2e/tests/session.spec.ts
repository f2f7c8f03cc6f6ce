import { chooseInAccountMenu } from '../testing/consolePage'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

for (const path of ['/', '/external', '/internal', '/settings']) {
  test(
    `[SCREEN-9] [STATE-1] ${path} without a token leads to the login, and back there after signing in`,
    WITH_ALL,
    async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await submitLogin(page, 'distributor1', PASSWORD)
      await expect(page).toHaveURL(path)
    },
  )
}

test('[ERROR-7] [SCREEN-9] [SHELL-9] a token that the server rejects leads to the login and replaces the address; so does a missing token, and signing in leads back', async ({
  page,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  await page.goto('/token-debug')
  await page.evaluate(() => localStorage.setItem('token', 'not.a.token'))
  await page.goto('/machines?x=1')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL('/token-debug')

  await page.goto('/machines')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, 'distributor1', PASSWORD)
  await expect(page).toHaveURL('/machines')
})

for (const [call, path, numbers] of [
  ['the current-user check', /Users\/current/, '[STATE-4] [ERROR-1] [ERROR-2]'],
  ['a list', /Users\/children/, '[ERROR-1] [ERROR-2]'],
] as const) {
  test(
    `${numbers} a 401 to ${call} ends the session once, with a Spanish message, and keeps the return path`,
    call === 'a list' ? {} : WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await signIn('subadmin1', url)
      const spoken: string[] = []
      page.on('console', (message) => spoken.push(message.text()))
      await expect(page.locator('tr.data').first()).toBeVisible()
      api.fault(path, { kind: 'answer', status: 401, body: '{"message":"over"}' })
      await page.goto(`${url}/?search=mar`)
      await expect(page).toHaveURL(`${url}/login`)
      expect(spoken.filter((text) => text.startsWith('No autorizado, redirigiendo'))).toHaveLength(1)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)

      api.fault(path, null)
      await submitLogin(page, 'subadmin1', PASSWORD)
      await expect(page).toHaveURL(`${url}/?search=mar`)
    },
  )
}

for (const fault of [
  { kind: 'answer', status: 500, body: '{"message":"broken"}' },
  { kind: 'answer', status: 502, body: '<html></html>', type: 'text/html' },
  { kind: 'reset' },
  { kind: 'answer', status: 200, body: '<html></html>', type: 'text/html' },
] as const) {
  const what = fault.kind === 'reset' ? 'no answer' : `a ${fault.status}`
  test(
    `[SHELL-10] [ERROR-8] ${what} to the current user shows 'Error de conexión' and keeps the token`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await signIn('client1', url)
      api.fault(/Users\/current/, fault)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Error de conexión' })).toBeVisible()
      await expect(page.getByText('Unable to fetch user data. Please try again.')).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

      api.fault(/Users\/current/, null)
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reintentar' }).click()])
      await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    },
  )
}

test('[SCREEN-10] [SHELL-7] [SHELL-8] during the session check there is only a spinner', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, api } = await ownConsole({ api: true })
  await signIn('client1', url)
  api.fault(/Users\/current/, { kind: 'slow', ms: 1500 })
  await page.reload()
  const spinner = page.getByRole('progressbar', { name: 'Checking session' })
  await expect(spinner).toBeVisible()
  const centre = await spinner.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) }
  })
  expect(centre).toEqual({ x: 640, y: 400 })
  await expect(page.getByText('Admin Console')).toBeHidden()
  await expect(page.getByText('Admin Console')).toBeVisible()
})

test('[SHELL-6] [STATE-3] Logout clears the session, tells the server, and affects the other tab', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin1', '', '/machines')
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))

  await page.getByRole('button', { name: 'Account menu' }).click()
  const [call] = await Promise.all([
    page.waitForResponse(/\/api\/Auth\/logout$/),
    page.getByRole('menuitem', { name: 'Logout' }).click(),
  ])
  expect(call.status()).toBe(204)
  expect(await call.request().headerValue('authorization')).toBe(`Bearer ${token}`)
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ])

  // the next user does not start on the last user's page
  await submitLogin(page, 'player1', PASSWORD)
  await expect(page).toHaveURL('/')
})

test(
  '[SHELL-6] Logout works even if its call fails',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('admin1', url)
    api.fault(/Auth\/logout/, { kind: 'reset' })
    await chooseInAccountMenu(page, 'Logout')
    await expect(page).toHaveURL(`${url}/login`)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

test('[STATE-1] signing in in one tab signs in the other', WITH_ALL, async ({ context, signIn }) => {
  const other = await context.newPage()
  await other.goto('/login')
  await signIn('player1')
  await expect(other.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
})

for (const [what, token, user] of [
  ['an empty token', '', '{}'],
  ['a user that is not JSON, next to a valid token', null, '{"userId":'],
  ['a user that is a list, next to a valid token', null, '[1]'],
] as const) {
  test(
    `[ENTITY-6] ${what} in storage leads to a sign-out without a crash`,
    WITH_ALL,
    async ({ page, signIn }) => {
      await signIn('player1')
      await page.evaluate(
        ([storedToken, storedUser]) => {
          if (storedToken !== null) localStorage.setItem('token', storedToken!)
          localStorage.setItem('user', storedUser!)
        },
        [token, user],
      )
      await page.goto('/')
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('log')).toHaveText('No hay token almacenado.')
      await submitLogin(page, 'player1', PASSWORD)
      await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    },
  )
}
