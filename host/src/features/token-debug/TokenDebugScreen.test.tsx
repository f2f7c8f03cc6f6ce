import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { type Answer, renderAt, serverForTests } from '@console/shared-kernel/testing/page'
import { TokenDebugScreen } from './TokenDebugScreen'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.sig`
const now = Math.floor(Date.now() / 1000)
const TOKEN = jwt({ sub: '7', iat: now - 60, exp: now + 3600 })

const server = serverForTests()

function show(token: string | null, verdict: Answer = { body: true }) {
  server().on('/api/Auth/validate', verdict)
  if (token !== null) act(() => sessionStore.set({ token, user: null }))
  return renderAt('/token-debug', { '/token-debug': <TokenDebugScreen />, '/login': <h1>Login page</h1> })
}
const stored = () => within(screen.getByRole('region', { name: 'Token almacenado' }))
const other = () => within(screen.getByRole('region', { name: 'Otro token' }))

describe('[SCREEN-7] the token page', () => {
  test('reports that no token is stored, and sends no request', async () => {
    const { user } = show(null)
    expect(stored().getByText('No hay token almacenado.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Volver a Login' }))
    expect(screen.getByRole('heading', { name: 'Login page' })).toBeVisible()
    expect(server().calls).toEqual([])
  })

  test.each<[Answer, string]>([
    [{ body: false }, 'El servidor no acepta este token.'],
    [{ status: 500 }, 'Error al verificar el token con el servidor.'],
  ])('shows that the server rejects the token, or cannot verify it: %j', async (verdict, text) => {
    show(TOKEN, verdict)
    expect(stored().getByText('Verificando token…')).toBeVisible()
    expect(await stored().findByText(text)).toBeVisible()
    expect(server().paths()).toEqual(['/api/Auth/validate'])
  })

  test.each([
    ['no JWT', 'opaque-token', 'El texto no es un token JWT.'],
    ['expired', jwt({ exp: now - 5 }), 'Expirado'],
  ])('shows that the stored token is %s', async (_, token, text) => {
    show(token)
    expect(stored().getByText(text)).toBeVisible()
  })

  test.each([[{}], [{ exp: null, iat: null }], [{ exp: 'soon', iat: 'now' }], [{ exp: {}, iat: [] }]])(
    'shows N/A for missing or malformed times: %j',
    (claims) => {
      show(jwt(claims))
      for (const label of ['Emitido', 'Expira', 'Tiempo restante'])
        expect(stored().getByText(label).nextElementSibling).toHaveTextContent(/^N\/A$/)
    },
  )

  test('decodes another token without sending it', async () => {
    const { user } = show(null)
    await user.click(screen.getByLabelText('Pegar un token'))
    await user.paste(jwt({ sub: 'pasted' }))
    expect(other().getByText(/"sub": "pasted"/)).toBeVisible()
    await user.clear(screen.getByLabelText('Pegar un token'))
    await user.paste('nonsense')
    expect(other().getByText('El texto no es un token JWT.')).toBeVisible()
    expect(server().calls).toEqual([])
  })

  test('copies the stored token', async () => {
    const { user } = show(TOKEN)
    await user.click(stored().getByRole('button', { name: 'Copiar token' }))
    expect(await navigator.clipboard.readText()).toBe(TOKEN)
    expect(await screen.findByText('Token copiado')).toBeVisible()
  })

  test('reports that copying failed', async () => {
    const { user } = show(TOKEN)
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('NotAllowedError'))
    await user.click(stored().getByRole('button', { name: 'Copiar token' }))
    expect(await screen.findByText('No se pudo copiar el token')).toBeVisible()
  })
})
