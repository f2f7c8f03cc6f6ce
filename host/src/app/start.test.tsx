import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use } from 'react'
import type { Root } from 'react-dom/client'
import { useParams, type DataRouteObject } from 'react-router-dom'
import { endSession, ServedPathsContext, sessionStore } from '@console/shared-kernel/host'
import { HOST_PATHS, parseEnvironment } from '@console/shared-kernel/remote'
import { connectedServer } from '@console/shared-kernel/testing/page'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { runtime } from '../../testing/federationRuntime'
import { createRouter, start } from './start'

// slow, because the first import compiles the console's area
configure({ asyncUtilTimeout: 5_000 })
jest.setTimeout(20_000)

const master = { userId: 1, userName: 'master', level: 1, nameClient: '' }
const screenAt = (path: string, label: string, order: number) => ({
  ...release().screens[0]!,
  path,
  module: `./${label}`,
  title: label,
  nav: { label, icon: 'people', order },
})
const machines = {
  ...deployed({ name: 'machines', screens: [screenAt('/machines', 'Machines', 5)] }),
  baseUrl: 'https://static.example.com/machines/',
}
const reports = {
  ...deployed({ name: 'reports', screens: [{ ...screenAt('/hidden', 'Hidden', 1), nav: undefined }] }),
  baseUrl: 'https://static.example.com/reports/',
}

const server = connectedServer()
beforeEach(() => {
  // the console logs that it has started
  jest.spyOn(console, 'info').mockImplementation(() => undefined)
  runtime.load = (id) => ({ default: () => <h1>{id}</h1> })
  server().on('/api/Auth/validate', { body: true })
  server().on('/api/Users/current', { body: master })
})
afterEach(() => {
  jest.restoreAllMocks()
  act(() => endSession())
  document.getElementById('environment')?.remove()
})

/** Starts the console at an address, with this environment in its page. */
async function startAt(address: string, document_: unknown, token: string | null = 't') {
  history.replaceState(null, '', address)
  const script = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'environment',
  })
  script.textContent = JSON.stringify(document_)
  document.head.append(script)
  sessionStore.set({ token, user: null })
  const container = document.body.appendChild(document.createElement('div'))
  await start({ render: (page: React.ReactNode) => void render(page, { container }) } as Root)
}

const withRemotes = (remotes: object) => environment({ apiUrl: server().url, remotes })
const all = () => withRemotes({ users: deployed(), machines, reports })

describe('the console', () => {
  test('[SCREEN-2] [SHELL-1] starts at / with the remotes that the environment names', async () => {
    await startAt('/', all())
    expect(await screen.findByRole('heading', { name: 'users.3f9c2a1b.0/ManagedUsers' })).toBeVisible()
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Machines', 'Users'])
  })

  test('has no navigation entry for a path with parameters, and passes the address to its screen', async () => {
    function Hello() {
      return <h1>{`hello ${useParams()['id']}`}</h1>
    }
    runtime.load = () => ({ default: Hello })
    const screens = [screenAt('/hello/:id', 'Hello', 1), screenAt('/hello', 'Hellos', 2)]
    await startAt('/hello/ana', withRemotes({ hello: deployed({ name: 'hello', screens }) }))
    expect(await screen.findByRole('heading', { name: 'hello ana' })).toBeVisible()
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Hellos'])
  })

  test('passes the existing paths to its screens', async () => {
    function Paths() {
      return <p>{use(ServedPathsContext)?.join(' ')}</p>
    }
    runtime.load = () => ({ default: Paths })
    const screens = [screenAt('/hello/:id', 'Hello', 1), screenAt('/hello', 'Hellos', 2)]
    await startAt('/hello', withRemotes({ hello: deployed({ name: 'hello', screens }) }))
    expect(await screen.findByText('/hello/:id /hello')).toBeVisible()
  })

  test('has public pages of its own that no remote may replace', () => {
    const parsed = { ...parseEnvironment(environment()), document: environment(), readMs: 0 }
    const [{ children = [] }] = createRouter(parsed, {}).routes as [DataRouteObject]
    expect(children.map(({ path }) => path)).toEqual([...HOST_PATHS, '*'])
  })

  test('asks about a developer’s release before the sign-in, once', async () => {
    const asks = 'http://localhost:4101/'
    const document_ = { ...all(), developer: true, overrides: [asks] }
    await startAt(`/machines?run=1&remote.machines=${asks}`, document_, null)
    expect(
      await screen.findByRole('dialog', { name: /^¿Cargar código de http:..localhost:4101 / }),
    ).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Login Info Center' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'No cargar' }))
    expect(await screen.findByRole('heading', { name: 'Login Info Center' })).toBeVisible()
    expect(history.state.usr).toEqual({ from: '/machines?run=1' })
  })

  test.each([
    ['/machines', 'machines.3f9c2a1b.0/Machines'],
    ['/hidden', 'reports.3f9c2a1b.0/Hidden'],
  ])('opens %s by its address', async (address, heading) => {
    await startAt(address, all())
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  })

  test('[SCREEN-1] [SCREEN-7] has two public pages', async () => {
    await startAt('/token-debug', all(), null)
    expect(await screen.findByRole('heading', { name: 'Depurar token JWT' })).toBeVisible()
  })

  test('shows a panel for a path that may belong to a missing remote', async () => {
    await startAt('/machines', withRemotes({ users: deployed(), machines: { ...machines, release: {} } }))
    const panel = await screen.findByText(/Remoto "machines" desactivado/)
    expect(panel).toHaveTextContent('remotes.machines.release.schema: is missing')
    await userEvent.click(screen.getByRole('link', { name: 'Users' }))
    expect(await screen.findByRole('heading', { name: 'users.3f9c2a1b.0/ManagedUsers' })).toBeVisible()
  })
})

describe('Reintentar for a remote with a bad record', () => {
  const bad = () => withRemotes({ users: deployed(), machines: { ...machines, release: {} } })
  /** Serves this document from now on. */
  const serve = (document_: unknown) =>
    Object.assign(globalThis, {
      fetch: async () => ({ ok: true, status: 200, text: async () => JSON.stringify(document_) }),
    })
  const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  afterEach(() => void Reflect.deleteProperty(globalThis, 'fetch'))

  test('uses the new document if it names the running host', async () => {
    await startAt('/machines', bad())
    serve({ ...all(), revision: 43 })
    await retry()
    expect(await screen.findByRole('heading', { name: 'machines.3f9c2a1b.0/Machines' })).toBeVisible()
  })

  test('reloads the page if the running host is not the one in the document', async () => {
    globalThis.consolePage = { version: '2.2.0', build: '00000000', source: 'previous' }
    await startAt('/machines', bad())
    serve({ ...all(), revision: 43 })
    await screen.findByText(/Remoto "machines" desactivado/)
    jest.mocked(console.error).mockClear()
    await retry()
    await waitFor(() => expect(String(jest.mocked(console.error).mock.calls[0]?.[0])).toContain('navigation'))
    delete globalThis.consolePage
  })

  test.each([
    ['another host', { host: { version: '3.0.0', build: 'ffffffff' } }],
    ['other servers', { externalReportsUrl: 'https://elsewhere.example.com' }],
    ['a new origin', { remotes: { machines: { ...machines, baseUrl: 'https://elsewhere.example.com/' } } }],
  ])('reloads the page for a document with %s, which a running page cannot adopt', async (_, over) => {
    await startAt('/machines', bad())
    serve({ ...all(), revision: 43, ...over })
    await screen.findByText(/Remoto "machines" desactivado/)
    jest.mocked(console.error).mockClear()
    await retry()
    // jsdom logs an error instead of navigating
    await waitFor(() => expect(String(jest.mocked(console.error).mock.calls[0]?.[0])).toContain('navigation'))
    expect(screen.getByText(/Remoto "machines" desactivado/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Account menu' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'About this console' }))
    const about = await screen.findByRole('dialog', { name: 'About this console' })
    expect(about).toHaveTextContent('revision 42 · host 2.3.0 (77aa01cd)')
  })
})

describe('before the environment is loaded', () => {
  test('shows the loading page', async () => {
    history.replaceState(null, '', '/login')
    const read = jest.fn<typeof fetch>(() => new Promise(() => undefined))
    Object.assign(globalThis, { fetch: read })
    void start({ render: (page: React.ReactNode) => void render(page) } as Root)
    expect(screen.getByRole('progressbar', { name: 'Starting' })).toBeVisible()
    expect(read).toHaveBeenCalledTimes(1)
    Reflect.deleteProperty(globalThis, 'fetch')
  })
})

describe('an environment that cannot be read', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'fetch'))

  test.each<[string, () => Promise<Response>, string]>([
    ['500', () => Promise.resolve(new Response('oops', { status: 500 })), 'the server answered 500'],
    ['no answer', () => Promise.reject(new TypeError('gone')), 'it could not be read (gone)'],
  ])('%s stops startup, and is not reported as invalid', async (_, read, shown) => {
    Object.assign(globalThis, { fetch: read })
    await act(() => start({ render: (page: React.ReactNode) => void render(page) } as Root))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading', { name: 'La consola no puede arrancar' })).toBeVisible()
    expect(alert).toHaveTextContent('No se ha podido leer el documento environment.json.')
    expect(within(alert).getByText(shown)).toBeVisible()
    expect(console.error).toHaveBeenCalledWith('La consola no puede arrancar:', `environment.json: ${shown}`)
    expect(server().calls).toEqual([])
  })
})

describe('an invalid environment', () => {
  test.each<{ title: string; over: Record<string, unknown>; shown: string; message: string }>([
    {
      title: 'names its field',
      over: { apiUrl: 5 },
      shown: 'apiUrl: is not a non-empty string',
      message: 'environment.json, apiUrl: is not a non-empty string',
    },
    {
      title: 'names its schema',
      over: { schema: 2 },
      shown: 'schema: is 2; this console knows 1',
      message: 'environment.json, schema: is 2; this console knows 1',
    },
  ])('stops startup and $title', async ({ over, shown, message }) => {
    await startAt('/', environment(over))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading', { name: 'La consola no puede arrancar' })).toBeVisible()
    expect(alert).toHaveTextContent('El documento environment.json no es válido.')
    expect(within(alert).getByText(shown)).toBeVisible()
    expect(console.error).toHaveBeenCalledWith('La consola no puede arrancar:', message)
    expect(server().calls).toEqual([])
    // jsdom logs an error instead of navigating
    jest.mocked(console.error).mockClear()
    await userEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    expect(String(jest.mocked(console.error).mock.calls[0]?.[0])).toContain('navigation')
  })
})
