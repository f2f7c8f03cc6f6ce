import { tokenOf } from '../testing/api'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const alert = 'Por favor, ingresa un nombre de usuario y contraseña.'

test(
  '[LOGIN-1] [LOGIN-2] [LOGIN-3] [SCREEN-1] the login screen has its heading, fields, button and link',
  WITH_ALL,
  async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Login Info Center' })).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
    await expect(page.getByRole('log')).toHaveText('No hay token almacenado.')
    await page.getByRole('link', { name: 'Depurar token JWT' }).click()
    await expect(page).toHaveURL('/token-debug')
  },
)

for (const [username, password] of [
  ['master', ''],
  ['', PASSWORD],
  ['   ', PASSWORD],
] as const) {
  test(
    `[VALID-1] [ERROR-6] "${username}" with ${password ? 'a' : 'no'} password shows that both fields are required`,
    WITH_ALL,
    async ({ page }) => {
      await page.goto('/login')
      await submitLogin(page, username, password)
      await expect(page.getByRole('alert')).toHaveText(alert)
      await expect(page.getByLabel('Username')).toHaveValue(username)
      await expect(page).toHaveURL('/login')
    },
  )
}

test('[LOGIN-5] [CALL-4] [ENTITY-6] [ENTITY-7] [CONST-1] [STATE-2] signing in stores token and user and opens the console', async ({
  page,
}) => {
  await page.goto('/login')
  const [request, current] = await Promise.all([
    page.waitForRequest(/\/api\/Auth\/login$/),
    page.waitForRequest(/\/api\/Users\/current$/),
    submitLogin(page, 'client1', PASSWORD),
  ])
  expect(request.postDataJSON()).toEqual({ Username: 'client1', Password: PASSWORD })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()

  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored).sort()).toEqual(['token', 'user'])
  expect(stored.token?.split('.')).toHaveLength(3)
  expect(await current.headerValue('authorization')).toBe(`Bearer ${stored.token}`)
  expect(JSON.parse(stored.user!)).toEqual({
    userId: expect.any(Number),
    userName: 'client1',
    level: 6,
    nameClient: expect.any(String),
  })
})

test('[VALID-1] [ERROR-5] [ERROR-6] an empty form shows that both fields are required, and a refused sign-in the status and the message; both keep the input', async ({
  page,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  await page.goto('/login')
  await submitLogin(page, '', '')
  await expect(page.getByRole('alert')).toHaveText(alert)
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(page).toHaveURL('/login')

  await submitLogin(page, 'nobody-here', 'wrong-password')
  await expect(page.getByRole('alert')).toHaveText(/^Error al iniciar sesión: Error 401: \S+/)
  await expect(page.getByLabel('Username')).toHaveValue('nobody-here')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await submitLogin(page, 'player1', PASSWORD)
  await expect(page).toHaveURL('/')
})

test(
  '[VALID-2] [ERROR-4] an answer without a token does not sign in',
  WITH_ALL,
  async ({ page, ownConsole }) => {
    const { url, api } = await ownConsole({ api: true })
    api.fault(/Auth\/login/, { kind: 'answer', status: 200, body: '{"userId":1,"userName":"master"}' })
    await page.goto(`${url}/login`)
    await submitLogin(page, 'master', PASSWORD)
    await expect(page.getByRole('alert')).toHaveText('La respuesta del servidor no contiene un token válido')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  },
)

for (const [what, body, type, text] of [
  ['plain text', 'Fuera de servicio', 'text/plain', 'Fuera de servicio'],
  ['no body', '', 'text/plain', 'Service Unavailable'],
  ['a proxy page', '<html><body>Bad</body></html>', 'text/html', 'Service Unavailable'],
] as const) {
  test(
    `[ERROR-5] a failing server with ${what} is reported with its message`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api } }) => {
      api.fault(/Auth\/login/, { kind: 'answer', status: 503, body, type })
      await page.goto(`${url}/login`)
      await submitLogin(page, 'master', PASSWORD)
      await expect(page.getByRole('alert')).toHaveText(`Error al iniciar sesión: Error 503: ${text}`)
    },
  )
}

test(
  '[LOGIN-3] during the sign-in the button is busy, and a second click sends nothing',
  WITH_ALL,
  async ({ page, ownConsole }) => {
    const { url, api } = await ownConsole({ api: true })
    api.fault(/Auth\/login/, { kind: 'slow', ms: 600 })
    await page.goto(`${url}/login`)
    await submitLogin(page, 'player1', PASSWORD)
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByLabel('Password').press('Enter')
    await expect(page).toHaveURL(`${url}/`)
    expect(api.requests.filter((path) => path === '/api/Auth/login')).toHaveLength(1)
  },
)

test('[LOGIN-4] a valid stored token opens the console', async ({ page, signIn }) => {
  await signIn('player1', '', '/login')
  await expect(page).toHaveURL('/')
})

test(
  '[LOGIN-3] a valid token is reported while the console loads',
  WITH_ALL,
  async ({ page, ownConsole }) => {
    const { url, host } = await ownConsole({})
    const token = await tokenOf('player1')
    await page.addInitScript((stored) => localStorage.setItem('token', stored!), token)
    host.fault(/async\/console-area/, { kind: 'hang' })
    await page.goto(`${url}/login`)
    await expect(page.getByRole('log')).toHaveText('Verificando token…Token válido, redirigiendo…')
  },
)

test('[LOGIN-4] [LOGIN-3] an invalid stored token leaves the user on the login', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'not.a.token'))
  await page.goto('/login')
  await expect(page.getByRole('log')).toContainText('Token inválido.')
  await expect(page).toHaveURL('/login')
})

test(
  '[LOGIN-3] a server that does not answer the check is reported in the status log',
  WITH_ALL,
  async ({ page, faultyApi: { url, api } }) => {
    api.fault(/Auth\/validate/, { kind: 'reset' })
    await page.addInitScript(() => localStorage.setItem('token', 'some.stored.token'))
    await page.goto(`${url}/login`)
    await expect(page.getByRole('log')).toContainText('Error al verificar el token.')
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  },
)
