import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { deployed, release } from '@console/shared-kernel/testing/node'
import { composed, renderComposed } from '../../../../testing/compositions'
import type { Composition } from '../composition'
import { readAccepted, rememberAccepted, takeRequested } from './addressOverrides'
import { OverrideBanner, OverrideQuestion } from './overrideNotices'

const LOCAL = 'http://localhost:4101/'
const served = jest.fn<() => Promise<object>>()
const serve = (record: unknown, status = 200) =>
  served.mockResolvedValue({ ok: status < 400, status, json: async () => record })
const mine = release({ version: '9.9.9', build: 'mine' })

beforeEach(() => {
  Reflect.set(globalThis, 'fetch', served)
  served.mockClear()
  serve(mine)
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'fetch')
  sessionStorage.clear()
})

/** Loads a page of this tab at an address. */
async function load(search: string): Promise<Composition> {
  history.replaceState(null, '', `/${search}`)
  const allowed = { developer: true, overrides: ['http://localhost:4101'] }
  const composition = composed(allowed, takeRequested())
  await composition.overrides.ready
  return composition
}
/** Loads a page whose user accepts what it asks for. */
async function open(search: string): Promise<Composition> {
  const composition = await load(search)
  await composition.overrides.accept()
  return composition
}
const usersOf = (composition: Composition) =>
  composition.resolved.get().remotes.find(({ name }) => name === 'users')!.inUse
const noticesOf = ({ overrides }: Composition) => overrides.state.get().notices
const remembered = () => sessionStorage.getItem('console.acceptedOverrides')

describe('an address that asks for a developer’s release', () => {
  test('causes no request and no storage before the user accepts', async () => {
    const composition = await load(`?remote.users=${LOCAL}`)
    expect(composition.overrides.state.get().pending).toEqual([
      { remote: 'users', address: LOCAL, origin: 'http://localhost:4101' },
    ])
    expect(usersOf(composition).place).toBe('current')
    expect(served).not.toHaveBeenCalled()
    expect(remembered()).toBeNull()
    // nor after a reload
    expect((await load('')).overrides.state.get().pending).toEqual([])
  })

  test('shows whose code it is, and what that code can do', async () => {
    const composition = await load(`?remote.users=${LOCAL}`)
    const { user } = renderComposed(composition, <OverrideQuestion />)
    const dialog = screen.getByRole('dialog', {
      name: '¿Cargar código de http://localhost:4101 en esta pestaña?',
    })
    expect(dialog).toHaveTextContent('Este código puede actuar como tú')
    expect(dialog).toHaveTextContent(`"users" vendría de ${LOCAL}`)
    await user.click(screen.getByRole('button', { name: 'Cargar este código' }))
    expect(usersOf(composition).place).toBe('override')
    expect(composition.overrides.state.get().pending).toEqual([])
  })

  test('can be declined', async () => {
    const composition = await load(`?remote.users=${LOCAL}`)
    const { user } = renderComposed(composition, <OverrideQuestion />)
    expect(screen.getByRole('button', { name: 'No cargar' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'No cargar' }))
    expect(composition.overrides.state.get().pending).toEqual([])
    expect(usersOf(composition).place).toBe('current')
    expect(served).not.toHaveBeenCalled()
    expect(remembered()).toBeNull()
  })

  test('asks again after the tab has dropped another release of the remote', async () => {
    await open(`?remote.users=${LOCAL}`)
    const composition = await load(`?remote.users=${LOCAL}other/`)
    expect(composition.overrides.state.get().pending).toHaveLength(1)
    expect(usersOf(composition).place).toBe('current')
    expect(remembered()).toBeNull()
  })

  test.each(['?x', '#x', '?'])('is rejected without a question if it ends in %s', async (rest) => {
    const address = LOCAL + rest
    const composition = await load(`?remote.users=${encodeURIComponent(address)}`)
    expect(composition.overrides.state.get().pending).toEqual([])
    expect(noticesOf(composition)).toEqual([
      `"users" no se sustituye: ${address} tiene una consulta o un fragmento`,
    ])
  })
})

describe('an accepted release', () => {
  const ofLocal = { users: LOCAL }
  const signIn = (userId: number) =>
    act(async () =>
      sessionStore.set({ token: 't', user: { userId, userName: 'ana', level: 4, nameClient: '' } }),
    )
  const signOut = () => act(async () => sessionStore.set({ token: null, user: null }))
  afterEach(signOut)

  test('that was accepted before the sign-in applies to the next user who signs in, and to no other', async () => {
    const composition = await open(`?remote.users=${LOCAL}`)
    expect(readAccepted()).toEqual({ userId: null, overrides: ofLocal })
    await signIn(7)
    expect(usersOf(composition).place).toBe('override')
    expect(readAccepted()).toEqual({ userId: 7, overrides: ofLocal })
    await signOut()
    await signIn(7)
    expect(usersOf(composition).place).toBe('override')
    await signOut()
    jest.mocked(console.error).mockClear()
    await signIn(8)
    expect(usersOf(composition).place).toBe('current')
    expect(composition.overrides.state.get().active).toEqual([])
    expect(remembered()).toBeNull()
    // jsdom logs an error instead of navigating
    expect(String(jest.mocked(console.error).mock.calls[0]?.[0])).toContain('navigation')
  })

  test('is not fetched for another user of the tab, nor before the user is known', async () => {
    rememberAccepted({ userId: 7, overrides: ofLocal })
    const composition = await load('')
    expect(usersOf(composition).place).toBe('current')
    expect(served).not.toHaveBeenCalled()
    await signIn(8)
    expect(served).not.toHaveBeenCalled()
    expect(remembered()).toBeNull()
  })

  test('is ignored if the user has changed while it loaded', async () => {
    const composition = await load(`?remote.users=${LOCAL}`)
    await signIn(7)
    let answer = (_response: object) => {}
    served.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const accepting = composition.overrides.accept()
    await signIn(8)
    answer({ ok: true, status: 200, json: async () => mine })
    await accepting
    expect(usersOf(composition).place).toBe('current')
    expect(remembered()).toBeNull()
  })

  test('is loaded once the user is known', async () => {
    rememberAccepted({ userId: 7, overrides: ofLocal })
    const composition = await load('')
    await signIn(7)
    await waitFor(() => expect(usersOf(composition).place).toBe('override'))
  })
})

describe('a developer’s release', () => {
  test('replaces the deployed one in this tab, with its hashes', async () => {
    const used = usersOf(await open(`?remote.users=${LOCAL}`))
    expect(used).toEqual({ place: 'override', baseUrl: LOCAL, release: mine })
    expect(location.search).toBe('')
    expect(remembered()).toContain(LOCAL)
    expect(usersOf(await load('')).place).toBe('override')
  })

  test('is removed by an empty address', async () => {
    await open(`?remote.users=${LOCAL}`)
    expect(usersOf(await load('?remote.users=')).place).toBe('current')
    expect(remembered()).toBeNull()
  })

  test('adds a remote that is not deployed', async () => {
    const screens = [{ ...release().screens[0]!, path: '/extra' }]
    serve(release({ name: 'extra', screens }))
    const composition = await open(`?remote.extra=${LOCAL}`)
    expect(composition.resolved.get().remotes.map(({ name }) => name)).toEqual(['users', 'extra'])
  })

  test.each<{ title: string; address: string; record: unknown; status: number; message: string }>([
    {
      title: 'is not an address',
      address: 'localhost',
      record: mine,
      status: 200,
      message: 'localhost no es una dirección',
    },
    {
      title: 'comes from elsewhere',
      address: 'https://evil.example.com/',
      record: mine,
      status: 200,
      message: 'este entorno no permite el origen https://evil.example.com',
    },
    {
      title: 'is missing',
      address: LOCAL,
      record: mine,
      status: 404,
      message: `${LOCAL}release.json responde 404`,
    },
    { title: 'is broken', address: LOCAL, record: {}, status: 200, message: 'schema: is missing' },
    {
      title: 'is another remote’s',
      address: LOCAL,
      record: release({ name: 'machines' }),
      status: 200,
      message: `en ${LOCAL} hay "machines"`,
    },
  ])('that $title is ignored and reported', async ({ address, record, status, message }) => {
    serve(record, status)
    const composition = await open(`?remote.users=${address}`)
    expect(usersOf(composition).place).toBe('current')
    expect(noticesOf(composition)).toEqual([expect.stringContaining('"users" no se sustituye: ')])
    expect(noticesOf(composition)[0]).toContain(message)
    expect(remembered()).toBeNull()
  })

  test('is neither offered nor fetched from a forbidden origin, even if the tab has accepted it', async () => {
    const evil = 'https://evil.example.com/'
    expect((await load(`?remote.users=${evil}`)).overrides.state.get().pending).toEqual([])
    rememberAccepted({ userId: null, overrides: { users: evil } })
    expect(usersOf(await load('')).place).toBe('current')
    expect(served).not.toHaveBeenCalled()
    expect(remembered()).toBeNull()
  })

  const ended = [`${LOCAL} ya no responde: "users" vuelve a la versión desplegada.`]

  test('ends by itself after its address has failed twice', async () => {
    jest.useFakeTimers()
    const composition = await open(`?remote.users=${LOCAL}`)
    served.mockRejectedValue(new TypeError('Failed to fetch'))
    await jest.advanceTimersByTimeAsync(15_000)
    expect(noticesOf(composition)).toEqual([])
    await jest.advanceTimersByTimeAsync(15_000)
    expect(noticesOf(composition)).toEqual(ended)
    expect(usersOf(composition)).toEqual({ place: 'current', ...deployed() })
    expect(remembered()).toBeNull()
  })

  test('is not watched by a composition that has been closed', async () => {
    jest.useFakeTimers()
    rememberAccepted({ userId: null, overrides: { users: LOCAL } })
    const composition = await load('')
    composition.close()
    served.mockClear()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(served).not.toHaveBeenCalled()
  })

  test('ends by itself when its files fail to load', async () => {
    const composition = await open(`?remote.users=${LOCAL}`)
    const { report } = composition.events
    const where = { remote: 'users', version: '9.9.9', build: 'mine', source: 'override' } as const
    report({ ...where, phase: 'render', code: 'TypeError', ms: 1 })
    expect(noticesOf(composition)).toEqual([])
    report({ ...where, phase: 'load', code: 'RUNTIME-008', ms: 1 })
    expect(noticesOf(composition)).toEqual(ended)
    expect(usersOf(composition).place).toBe('current')
  })
})

describe('the banner', () => {
  test('names the overrides, and those that failed', async () => {
    const composition = await open(`?remote.users=${LOCAL}&remote.machines=https://evil.example.com/`)
    const { user } = renderComposed(composition, <OverrideBanner />)
    expect(screen.getByRole('status')).toHaveTextContent(`users viene de ${LOCAL} (9.9.9, mine)`)
    expect(screen.getByRole('button', { name: 'Restablecer' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('no permite el origen https://evil.example.com')
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('restores the deployed releases in the tab', async () => {
    const composition = await open(`?remote.users=${LOCAL}`)
    const { user } = renderComposed(composition, <OverrideBanner />)
    await user.click(screen.getByRole('button', { name: 'Restablecer' }))
    expect(remembered()).toBeNull()
    expect(usersOf(await load(location.search)).place).toBe('current')
  })
})
