import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { parseEnvironment } from '@console/shared-kernel/remote'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { renderPart } from '@console/shared-kernel/testing'
import { compose, compositionStore } from '../composition'
import { report } from '../events/events'
import { OverrideBanner } from './OverrideBanner'
import { overrideStore } from './overrideStore'
import { overridesOf } from './wanted'

const LOCAL = 'http://localhost:4101/'
const parsed = parseEnvironment(environment({ developer: true, overrides: ['http://localhost:4101'] }))
const served = jest.fn<() => Promise<object>>()
const serve = (record: unknown, status = 200) =>
  served.mockResolvedValue({ ok: status < 400, status, json: async () => record })
const mine = release({ version: '9.9.9', build: 'mine' })

beforeEach(() => {
  Reflect.set(globalThis, 'fetch', served)
  serve(mine)
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'fetch')
  sessionStorage.clear()
  act(() => overrideStore.set({ active: [], notices: [] }))
  compose(parsed, {})
})

async function open(search: string) {
  history.replaceState(null, '', `/${search}`)
  compose(parsed, await overridesOf(parsed.environment))
  return compositionStore.get().remotes.find(({ name }) => name === 'users')!.inUse
}
const notices = () => overrideStore.get().notices
const remembered = () => sessionStorage.getItem('console.overrides')

describe('a developer’s release', () => {
  it('stands in for the deployed one in this tab, with its hashes', async () => {
    const { source, deployed } = await open(`?remote.users=${LOCAL}`)
    expect([source, deployed]).toEqual(['override', { baseUrl: LOCAL, release: mine }])
    expect(location.search).toBe('')
    expect(remembered()).toContain(LOCAL)
    expect((await open('')).source).toBe('override')
  })

  it('adds a remote that nobody has deployed', async () => {
    serve(release({ name: 'extra' }))
    await open(`?remote.extra=${LOCAL}`)
    expect(compositionStore.get().remotes.map(({ name }) => name)).toEqual(['users', 'extra'])
  })

  it.each<[string, string, unknown, number, string]>([
    ['is no address', 'localhost', mine, 200, 'localhost no es una dirección'],
    [
      'comes from elsewhere',
      'https://evil.example.com/',
      mine,
      200,
      'este entorno no permite el origen https://evil.example.com',
    ],
    ['is missing', LOCAL, mine, 404, `${LOCAL}release.json responde 404`],
    ['is broken', LOCAL, {}, 200, 'schema: is missing'],
    ['is another remote’s', LOCAL, release({ name: 'machines' }), 200, `en ${LOCAL} hay "machines"`],
  ])('that %s is ignored, and it is said', async (_, address, record, status, said) => {
    serve(record, status)
    expect((await open(`?remote.users=${address}`)).source).toBe('current')
    expect(notices()).toEqual([expect.stringContaining('"users" no se sustituye: ')])
    expect(notices()[0]).toContain(said)
    expect(remembered()).toBeNull()
  })

  it('is not asked for where its origin is not allowed', async () => {
    served.mockClear()
    await open('?remote.users=https://evil.example.com/')
    expect(served).not.toHaveBeenCalled()
  })

  const ended = [`${LOCAL} ya no responde: "users" vuelve a la versión desplegada.`]

  it('ends by itself when its address has not answered twice', async () => {
    jest.useFakeTimers()
    await open(`?remote.users=${LOCAL}`)
    served.mockRejectedValue(new TypeError('Failed to fetch'))
    await jest.advanceTimersByTimeAsync(15_000)
    expect(notices()).toEqual([])
    await jest.advanceTimersByTimeAsync(15_000)
    expect(notices()).toEqual(ended)
    expect(compositionStore.get().remotes[0]!.inUse).toEqual({ source: 'current', deployed: deployed() })
    expect(remembered()).toBeNull()
  })

  it('ends by itself when its files do not come', async () => {
    await open(`?remote.users=${LOCAL}`)
    const where = { remote: 'users', version: '9.9.9', build: 'mine', source: 'override' } as const
    report({ ...where, phase: 'render', code: 'TypeError', ms: 1 })
    expect(notices()).toEqual([])
    report({ ...where, phase: 'load', code: 'RUNTIME-008', ms: 1 })
    expect(notices()).toEqual(ended)
    expect(compositionStore.get().remotes[0]!.inUse.source).toBe('current')
  })
})

describe('the banner', () => {
  it('names what is overridden, and what could not be', async () => {
    await open(`?remote.users=${LOCAL}&remote.machines=https://evil.example.com/`)
    const { user } = renderPart(<OverrideBanner />)
    expect(screen.getByRole('status')).toHaveTextContent(`users viene de ${LOCAL} (9.9.9, mine)`)
    expect(screen.getByRole('button', { name: 'Restablecer' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('no permite el origen https://evil.example.com')
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('gives the tab back what is deployed', async () => {
    await open(`?remote.users=${LOCAL}`)
    const { user } = renderPart(<OverrideBanner />)
    await user.click(screen.getByRole('button', { name: 'Restablecer' }))
    expect(remembered()).toBeNull()
  })
})
