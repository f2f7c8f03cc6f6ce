import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const alert = 'Por favor, ingresa un nombre de usuario y contraseña.'

test('[LOGIN-5] [CALL-4] [ENTITY-6] signing in stores the token and the user, and opens the console', async ({
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

test('[VALID-1] [ERROR-5] [ERROR-6] an empty form shows that both fields are required, and a rejected sign-in shows the status and the message; both keep the input', async ({
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

for (const [what, body, type, text] of [
  ['plain text', 'Fuera de servicio', 'text/plain', 'Fuera de servicio'],
  ['no body', '', 'text/plain', 'Service Unavailable'],
  ['a proxy page', '<html><body>Bad</body></html>', 'text/html', 'Service Unavailable'],
] as const) {
  test(
    `[ERROR-5] a server error with ${what} is reported with its message`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api } }) => {
      api.fault(/Auth\/login/, { kind: 'answer', status: 503, body, type })
      await page.goto(`${url}/login`)
      await submitLogin(page, 'master', PASSWORD)
      await expect(page.getByRole('alert')).toHaveText(`Error al iniciar sesión: Error 503: ${text}`)
    },
  )
}

test('[LOGIN-4] a valid stored token opens the console', async ({ page, signIn }) => {
  await signIn('player1', '', '/login')
  await expect(page).toHaveURL('/')
})

test('[LOGIN-4] [LOGIN-3] an invalid stored token leaves the user on the login', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'not.a.token'))
  await page.goto('/login')
  await expect(page.getByRole('log')).toContainText('Token inválido.')
  await expect(page).toHaveURL('/login')
})
