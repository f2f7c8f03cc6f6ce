import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { version as REACT } from 'react'
import { deployed } from '@console/shared-kernel/testing/node'
import { version as kernelVersion } from '@console/shared-kernel/package.json'
import { sharedNames } from '../../../build/shares'
import { runtime } from '../../../testing/federationRuntime'
import { assertCompatible, createModuleLoader, createScriptGuard, type ModuleLoader } from './federation'
import { lazily, shareTable } from './sharedModules/shareTable'

const users = deployed()
const ENTRY = `${users.baseUrl}remoteEntry.5d1f0c2e.js`
const CONTAINER = 'users_3f9c2a1b'
const NEXT_FILES = { 'remoteEntry.ffffffff.js': { bytes: 5, integrity: 'sha384-next' } }

let modules: ModuleLoader
beforeEach(() => {
  runtime.load = () => null
  modules = createModuleLoader()
})
afterEach(() => {
  runtime.remotes.length = 0
  runtime.asked.length = 0
  Reflect.deleteProperty(globalThis, CONTAINER)
  document.head.replaceChildren()
})

const addScript = (src: string) =>
  document.head.append(Object.assign(document.createElement('script'), { src }))
const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src)

describe('the federation runtime', () => {
  test('gets the modules of the share table', () => {
    expect(runtime.options).toMatchObject({ name: 'console', remotes: [] })
    expect(Object.keys(runtime.options!.shared)).toEqual(Object.keys(shareTable))
  })

  test("registers a release when its first module loads, and returns the module's exports", async () => {
    runtime.load = (id) => ({ default: id })
    expect(await modules.load(users, './ManagedUsers', 0)).toMatchObject({
      exports: { default: 'users.3f9c2a1b.0/ManagedUsers' },
    })
    expect(await modules.load(users, './Other', 0)).toMatchObject({
      exports: { default: 'users.3f9c2a1b.0/Other' },
    })
    expect(runtime.remotes).toEqual([
      { name: 'users.3f9c2a1b.0', entry: ENTRY, entryGlobalName: CONTAINER, type: 'global' },
    ])
  })

  test('shares no address or container between two attempts', async () => {
    await modules.load(users, './ManagedUsers', 0)
    Reflect.set(globalThis, CONTAINER, { broken: true })
    addScript(ENTRY)
    addScript('https://static.example.com/machines/remoteEntry.js')
    await modules.load(users, './ManagedUsers', 1)
    expect(runtime.remotes.map(({ name, entry }) => [name, entry])).toEqual([
      ['users.3f9c2a1b.0', ENTRY],
      ['users.3f9c2a1b.1', `${ENTRY}?r=1`],
    ])
    expect(runtime.asked).toEqual(['users.3f9c2a1b.0/ManagedUsers', 'users.3f9c2a1b.1/ManagedUsers'])
    expect(Reflect.get(globalThis, CONTAINER)).toBeUndefined()
    expect(scripts()).toEqual(['https://static.example.com/machines/remoteEntry.js'])
  })

  test('shares nothing between two builds of a remote, and allows the files of both', async () => {
    const next = deployed({ build: 'ffffffff', entry: 'remoteEntry.ffffffff.js', files: NEXT_FILES })
    await modules.load(users, './ManagedUsers', 0)
    await modules.load(next, './ManagedUsers', 0)
    expect(runtime.remotes.map(({ entry, entryGlobalName }) => [entry, entryGlobalName])).toEqual([
      [ENTRY, CONTAINER],
      [`${users.baseUrl}remoteEntry.ffffffff.js`, 'users_ffffffff'],
    ])
    expect(new Set(runtime.asked).size).toBe(2)
    const guard = runtime.options!.plugins[0]!
    expect(guard.createScript!({ url: `${users.baseUrl}remoteEntry.ffffffff.js` })).toMatchObject({
      script: { integrity: 'sha384-next' },
    })
  })

  test('reuses the container of an attempt for other screens of the release', async () => {
    await modules.load(users, './ExternalData', 1)
    Reflect.set(globalThis, CONTAINER, { whole: true })
    await modules.load(users, './InternalData', 1)
    expect(Reflect.get(globalThis, CONTAINER)).toEqual({ whole: true })
    expect(runtime.remotes).toHaveLength(1)
  })

  test('passes on a runtime failure', async () => {
    runtime.load = () => {
      throw new Error('RUNTIME-008')
    }
    await expect(modules.load(users, './ManagedUsers', 0)).rejects.toThrow('RUNTIME-008')
  })
})

describe('a script of a remote', () => {
  const guard = createScriptGuard(120_000)
  const FILE = 'remoteEntry.5d1f0c2e.js'
  const { baseUrl, release } = { ...deployed(), baseUrl: 'https://static.example.com/a/' }
  const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

  /** Creates the script element that the runtime gets for an address. */
  function scriptFor(url: string): HTMLScriptElement {
    const answer = guard.plugin.createScript!({ url }) as { script: HTMLScriptElement; timeout: number }
    expect(answer.timeout).toBe(120_000)
    return answer.script
  }

  test.each(['', '?r=1'])('has the hash from its record, even with the query %j of an attempt', (query) => {
    guard.allow({ baseUrl, release })
    const script = scriptFor(`${baseUrl}${FILE}${query}`)
    expect(script.src).toBe(`${baseUrl}${FILE}${query}`)
    expect(script.integrity).toBe(release.files[FILE]!.integrity)
    expect(script.crossOrigin).toBe('anonymous')
  })

  test.each([
    ['a file that the record does not name', `${baseUrl}other.js`],
    ['the file at another place', `https://static.example.com/b/${FILE}`],
    ['the file on another origin', `https://evil.example/a/${FILE}`],
    ['the name as a query', `https://evil.example/x.js?${baseUrl}${FILE}`],
    ['a property of every object', 'constructor'],
  ])('has a hash that matches nothing: %s', (_, url) => {
    guard.allow({ baseUrl, release })
    expect(scriptFor(url).integrity).toBe(MATCHES_NOTHING)
  })

  test('has no hash if the environment switches integrity off', () => {
    const local = 'http://localhost:4101/'
    guard.allow({ baseUrl: local, release, integrity: 'off' })
    // jsdom does not know the property: it exists only if it was set
    expect(scriptFor(`${local}${FILE}`).integrity).toBeFalsy()
    expect(scriptFor(`${local}other.js`).integrity).toBe(MATCHES_NOTHING)
  })
})

describe('a release that this console cannot run', () => {
  const CORE = '@console/shared-kernel/core'
  const react = '^19.0.0'
  const kernel = `^${kernelVersion}`

  test.each<[Parameters<typeof assertCompatible>[0], string]>([
    [{ kernel: '^0.9.0', react }, `necesita kernel ^0.9.0 y esta consola tiene ${kernelVersion}`],
    [{ kernel, react: '^18.0.0' }, `necesita react ^18.0.0 y esta consola tiene ${REACT}`],
    [
      { kernel, react, imports: { [CORE]: ['CellChip', 'http', 'Row'] } },
      `necesita CellChip, Row de ${CORE}, que esta consola no tiene`,
    ],
    [
      { kernel, react, imports: { '@console/shared-kernel/maps': ['*'] } },
      'necesita @console/shared-kernel/maps, que esta consola no tiene',
    ],
    [{ kernel, react, imports: { toString: ['call'] } }, 'necesita toString, que esta consola no tiene'],
  ])('%j is rejected before its code runs: %s', (needs, message) =>
    expect(assertCompatible(needs)).rejects.toMatchObject({ phase: 'compatibility', message }),
  )

  test('does not include one that needs only what this console has', () =>
    expect(assertCompatible({ kernel, react, imports: { [CORE]: ['http'], react: ['*'] } })).resolves.toBe(
      undefined,
    ))
})

describe('the share table', () => {
  test('blames the console for a shared module that fails to load, and loads it again', async () => {
    const cause = new Error('Loading chunk kernel-form failed.')
    const load = jest.fn<() => Promise<object>>().mockRejectedValueOnce(cause).mockResolvedValueOnce({ a: 1 })
    const { get, isPending } = lazily('1.0.0', load, async () => ['a'])
    await expect(get()).rejects.toMatchObject({
      phase: 'host',
      message: 'sus archivos no se pudieron cargar de http://localhost',
      cause,
    })
    expect(isPending()).toBe(false)
    const got = get()
    expect(isPending()).toBe(true)
    expect((await got)()).toEqual({ a: 1 })
    expect(isPending()).toBe(false)
  })

  test('matches the record of the host', async () => {
    expect(Object.keys(shareTable).sort()).toEqual(Object.keys(await sharedNames()).sort())
  })

  test.each(Object.entries(shareTable))(
    'has %s with its version and the recorded names',
    async (_, share) => {
      expect(share.version).toMatch(/^\d+\.\d+\.\d+/)
      // jest converts modules to CommonJS, and adds a default export to those without one
      const real = (names: readonly string[]) =>
        names.filter((name) => !['__esModule', 'default'].includes(name)).sort()
      const names = Object.keys((await share.get())())
      expect(names).not.toEqual([])
      expect(real(await share.names(['of which none is asked for']))).toEqual(real(names))
    },
  )

  const components = Object.entries(shareTable).filter(([path]) => /^@mui\/material\/[A-Z]/.test(path))
  test.each(components)('has the default export of %s', async (_, share) => {
    expect(await share.names(['of which none is asked for'])).toContain('default')
  })
})
