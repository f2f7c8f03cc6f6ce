import { expect, test, WITH_ALL } from '../testing/test'

test('[SCREEN-8] [NOTFOUND-1] any other path is not found, signed in or not', async ({ page, signIn }) => {
  await page.goto('/no/such/path')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await expect(
    page.getByText('Lo sentimos, la página que estás buscando no existe o ha sido movida.'),
  ).toBeVisible()

  await signIn('client1')
  await page.goto('/no/such/path')
  await page.getByRole('link', { name: 'Volver al Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
})

test('[SCREEN-7] token-debug decodes the stored token and asks the server about it', async ({
  page,
  signIn,
}) => {
  await signIn('client1')
  await expect(page.locator('tr.data').first()).toBeVisible()
  // the requests of the user list, and those for changes, are not counted
  await page.goto('about:blank')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'OPTIONS')
      calls.push(new URL(request.url()).pathname)
  })
  await page.goto('/token-debug')
  const stored = page.getByRole('region', { name: 'Token almacenado' })
  await expect(stored.getByText('El servidor acepta este token.')).toBeVisible()
  await expect(stored.getByText('"alg": "HS256"')).toBeVisible()
  await expect(stored.getByText(/"sub": "\d+"/)).toBeVisible()
  const valueOf = (label: string) =>
    stored.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]')
  await expect(valueOf('Emitido')).toHaveText(/\d{4}/)
  const remaining = valueOf('Tiempo restante')
  await expect(remaining).toHaveText(/^11 h 59 min \d{2} s$/)
  const before = await remaining.innerText()
  await expect(remaining).not.toHaveText(before, { timeout: 2_500 })
  expect(calls).toEqual(['/api/Auth/validate'])

  await stored.getByRole('button', { name: 'Eliminar token' }).click()
  await expect(stored.getByText('No hay token almacenado.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('[SCREEN-7] token-debug copies the stored token', WITH_ALL, async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('client1')
  await page.goto('/token-debug')
  await page.getByRole('button', { name: 'Copiar token' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Token copiado' })).toBeVisible()
  const [copied, token] = await page.evaluate(async () => [
    await navigator.clipboard.readText(),
    localStorage.getItem('token'),
  ])
  expect(copied).toBe(token)
})

for (const [what, pasted, seen] of [
  ['another token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiIsImV4cCI6MX0.x', '"sub": "42"'],
  ['a text that is no token', 'hola', 'El texto no es un token JWT.'],
] as const) {
  test(`[SCREEN-7] token-debug decodes ${what} that is pasted`, WITH_ALL, async ({ page }) => {
    await page.goto('/token-debug')
    await page.getByLabel('Pegar un token').fill(pasted)
    const other = page.getByRole('region', { name: 'Otro token' })
    await expect(other.getByText(seen)).toBeVisible()
    if (what === 'another token') await expect(other.getByText('Expirado')).toBeVisible()
  })
}
