import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { Fields, parseRelease, type Release, type RemoteDefinition } from '@console/shared-kernel/remote'
import { kernelRange, rangeFrom, reactRange } from './kernelFacts'
import { NO_BUILD_YET } from '@console/shared-kernel/build'
import { chunkName, releaseRecord } from './releaseRecord'

describe('the chunk of an exposed module', () => {
  test.each([
    ['./ManagedUsers', 'managed-users'],
    ['./Users', 'users'],
    ['./ExternalData2', 'external-data2'],
    ['./settings', 'settings'],
    ['./v2Users', 'v2-users'],
  ])('%s is %s', (module, name) => expect(chunkName(module)).toBe(name))
})

describe('the kernel range of a release', () => {
  test('is the kernel’s major and at least its minor', () => expect(kernelRange).toMatch(/^\^\d+\.\d+\.0$/))
  test.each([
    ['2.4.1', '^2.4.0'],
    ['2.5.0-rc.1', '^2.5.0-rc.1'],
  ])('for kernel %s is %s', (version, range) => expect(rangeFrom(version)).toBe(range))
  test('comes with a React range for the major version of React', () => expect(reactRange).toBe('^19.0.0'))
})

const DEFINITION = {
  name: 'users',
  screens: [
    {
      path: '/',
      module: './ManagedUsers',
      file: 'src/app/ManagedUsers.tsx',
      title: 'Managed Users',
      nav: { label: 'Users', icon: 'people', order: 10 },
    },
  ],
}
const PANEL = { kind: 'user' as const, module: './UserPanel', file: 'src/app/UserPanel.tsx', title: 'User' }
const FACTS = { version: '1.0.0', kernel: kernelRange, react: reactRange }
const BUILT = {
  'remoteEntry.5d1f0c2e.js': 'entry',
  'static/js/async/managed-users.1a2b3c4d.js': 'code of users',
  'static/css/managed-users.css': 'a{}',
  'static/image/logo.png': 'png',
  'remoteEntry.5d1f0c2e.js.map': '{}',
}

/** Runs the plugin on a build with these files. @returns the record */
function recordOf(
  built: Record<string, string>,
  chunks: Record<string, string[]>,
  definition: RemoteDefinition = DEFINITION,
): string {
  const emitted: Record<string, string> = {}
  const shared = { identifier: () => 'consume shared module (default) react@^19.0.0 (strict)' }
  const compilation = {
    modules: new Set(['screen']),
    moduleGraph: {
      getOutgoingConnections: () => [
        { dependency: { type: 'esm import specifier', ids: ['useState'] }, module: shared },
        {
          dependency: { type: 'esm import specifier', ids: ['useUsers'] },
          module: { identifier: () => 'users.ts' },
        },
      ],
    },
    namedChunks: new Map(
      Object.entries(chunks).map(([name, files]) => [name, { groupsIterable: [{ chunks: [{ files }] }] }]),
    ),
    emitAsset: (name: string, source: string) => (emitted[name] = source),
    updateAsset: (name: string, source: string) =>
      (assets[name] = { buffer: () => Buffer.from(String(source)) }),
  }
  const assets = Object.fromEntries(
    Object.entries(built).map(([name, text]) => [name, { buffer: () => Buffer.from(text) }]),
  )
  const sources = {
    RawSource: function (text: string) {
      return Object(text)
    },
  }
  const api = {
    processAssets: (_options: object, run: (context: object) => void) =>
      run({ assets, compilation, sources }),
  }
  void releaseRecord(__dirname, definition, FACTS).setup(api as never)
  return String(emitted['release.json'])
}

describe('release.json', () => {
  const managedUsers = ['static/css/managed-users.css', 'static/js/async/managed-users.1a2b3c4d.js']

  test('is accepted by the host, and has every script and style sheet with its hash', () => {
    const written = JSON.parse(
      recordOf(BUILT, { 'managed-users': [...managedUsers, 'static/image/logo.png'] }),
    )
    const record = parseRelease(new Fields('release.json', '', written))
    expect(record).toEqual(written)
    expect(Object.keys(record.files)).toEqual([
      'remoteEntry.5d1f0c2e.js',
      'static/css/managed-users.css',
      'static/js/async/managed-users.1a2b3c4d.js',
    ])
    expect(record.files['remoteEntry.5d1f0c2e.js']).toEqual({
      bytes: 5,
      integrity: `sha384-${createHash('sha384').update('entry').digest('base64')}`,
    })
    expect(record).toMatchObject({
      ...FACTS,
      schema: 1,
      name: 'users',
      entry: 'remoteEntry.5d1f0c2e.js',
      imports: { react: ['useState'] },
      build: expect.stringMatching(/^[0-9a-f]{8}$/),
    })
    expect(record.screens).toEqual([
      {
        path: '/',
        module: './ManagedUsers',
        title: 'Managed Users',
        nav: { label: 'Users', icon: 'people', order: 10 },
        preload: managedUsers,
      },
    ])
  })

  test('has the panels with their files', () => {
    const userPanel = ['static/js/async/managed-users.1a2b3c4d.js']
    const chunks = { 'managed-users': managedUsers, 'user-panel': userPanel }
    const { panels } = JSON.parse(recordOf(BUILT, chunks, { ...DEFINITION, panels: [PANEL] })) as Release
    expect(panels).toEqual([{ kind: 'user', module: './UserPanel', title: 'User', preload: userPanel }])
  })

  test('has a build id that is derived from its files', () => {
    const chunks = { 'managed-users': managedUsers }
    const idOf = (code: string) => {
      const built = { ...BUILT, 'remoteEntry.5d1f0c2e.js': code }
      const { build, files } = JSON.parse(recordOf(built, chunks)) as Release
      const content = code.replaceAll(NO_BUILD_YET, build)
      expect(files['remoteEntry.5d1f0c2e.js']).toMatchObject({
        integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      })
      return build
    }
    const code = `var users_${NO_BUILD_YET} = 1; chunks_users_${NO_BUILD_YET} = 2`
    expect(idOf(code)).toBe(idOf(code))
    expect(idOf(code)).not.toBe(idOf(`${code}3`))
    // teams may use such names themselves
    expect(NO_BUILD_YET).not.toMatch(/^_*(?:console_)?build_?id_*$/i)
  })

  test('is not written for a build without an entry', () => {
    const { 'remoteEntry.5d1f0c2e.js': _entry, ...others } = BUILT
    expect(() => recordOf(others, { 'managed-users': managedUsers })).toThrow('no remoteEntry')
  })

  test('is not written for a build without a chunk for a screen', () => {
    expect(() => recordOf(BUILT, { others: [] })).toThrow('no chunk "managed-users"')
  })
})
