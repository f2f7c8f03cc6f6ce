import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import { integrityOf } from '../site/files'
import { recordVerification } from '../site/verificationEvidence'
import { builtHost, freshSite, idOf, run, sitePath, start } from '../../testing/staging'

freshSite(start)

const CHUNK = '"use strict";(self.webpackChunkstock_a1=self.webpackChunkstock_a1||[]).push([[946],{}])'
const ENTRY = `var stock_a1;(()=>{const h={946:"${integrityOf(Buffer.from(CHUNK))}"},p="stock_a1:";s.getAttribute("data-webpack")==p;const o=self.webpackChunkstock_a1=self.webpackChunkstock_a1||[];stock_a1=o})();`
const REMOTE = {
  name: 'stock',
  version: '1.0.0',
  kernel: '^1.0.0',
  react: '^19.0.0',
  screens: [{ path: '/stock', module: './Stock', title: 'Stock' }],
}

const write = (path: string, content: string | object) => {
  const file = sitePath(path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}
const dist = () => sitePath('../source/dist')
const recorded = () => JSON.parse(readFileSync(join(dist(), 'release.json'), 'utf8')) as Release
const build = (files: Record<string, string> = {}) => {
  for (const [path, content] of Object.entries({ 'remoteEntry.js': ENTRY, '946.js': CHUNK, ...files }))
    write(`../source/dist/${path}`, content)
}
const record = (more = '') => run('record', `${dist()} --remote ${sitePath('../source/remote.json')} ${more}`)
const withImports = (imports: object) => {
  write('../source/imports.json', imports)
  return record(`--imports ${sitePath('../source/imports.json')}`)
}

beforeEach(() => {
  build()
  write('../source/remote.json', REMOTE)
})

describe('record', () => {
  test('writes what the console needs, with a hash of each script and style sheet', async () => {
    build({
      'screen.css': `a{}`,
      'remoteEntry.js': `${ENTRY}/* ${integrityOf(Buffer.from('a{}'))} */`,
      'x.png': 'png',
    })
    expect(await record()).toMatch(/^Recorded stock@1\.0\.0-[0-9a-f]{8}, whose container is stock_a1\./)
    expect(recorded()).toMatchObject({
      ...REMOTE,
      schema: 1,
      build: expect.stringMatching(/^[0-9a-f]{8}$/),
      container: 'stock_a1',
      entry: 'remoteEntry.js',
      imports: 'unknown',
      screens: [{ ...REMOTE.screens[0], preload: [] }],
    })
    expect(Object.keys(recorded().files)).toEqual(['946.js', 'remoteEntry.js', 'screen.css'])
    expect(recorded().files['946.js']).toEqual({
      bytes: CHUNK.length,
      integrity: integrityOf(Buffer.from(CHUNK)),
    })
  })

  test('accepts all fields that define how an entry is shown and found', async () => {
    const found = { words: 'store', lists: 'machine', actions: ['export'], views: 'stock', report: true }
    const nav = {
      ...{ label: 'Stock', icon: 'stock', order: 60 },
      ...{ levels: [1, 2], feature: 'stock', ...found },
    }
    write('../source/remote.json', { ...REMOTE, screens: [{ ...REMOTE.screens[0], nav }] })
    await record()
    expect(recorded().screens[0]?.nav).toEqual(nav)
  })

  test('accepts panels only for the kinds that can have one', async () => {
    const panel = { kind: 'machine', module: './Panel', title: 'Machine' }
    write('../source/remote.json', { ...REMOTE, panels: [panel] })
    await record()
    expect(recorded().panels).toEqual([{ ...panel, preload: [] }])
    write('../source/remote.json', { ...REMOTE, panels: [{ ...panel, kind: 'game' }] })
    await expect(record()).rejects.toThrow('panels[0].kind')
  })

  test('makes the same build id from the same files and record, and a different one from other files', async () => {
    await record()
    const { build: first } = recorded()
    await record()
    expect(recorded().build).toBe(first)
    build({ 'x.png': 'png' })
    await record()
    expect(recorded().build).not.toBe(first)
  })

  test('reads the imported names from a file, or records them as unknown', async () => {
    expect(await record()).toContain("The names it imports are unknown: 'promote' will demand a 'verify'")
    expect(await withImports({ react: ['useState'] })).not.toContain('unknown')
    expect(recorded().imports).toEqual({ react: ['useState'] })
  })

  test('finds a container that is set on window', async () => {
    build({
      'remoteEntry.js': `(()=>{window["stock_b2"]=1;"${integrityOf(Buffer.from('c'))}"})()`,
      '946.js': 'c',
    })
    await record()
    expect(recorded().container).toBe('stock_b2')
  })

  test('works even if a delivery service is configured', async () => {
    process.env.CONSOLE_DELIVERY_URL = 'http://127.0.0.1:9'
    process.env.CONSOLE_DELIVERY_TOKEN = 'x'
    await expect(record()).resolves.toContain('Recorded')
    delete process.env.CONSOLE_DELIVERY_URL
    delete process.env.CONSOLE_DELIVERY_TOKEN
  })

  const own = ENTRY.replaceAll('webpackChunkstock_a1', 'webpackChunkremote_stock')
  test.each<[string, Record<string, string>, string]>([
    ['no entry', { 'remoteEntry.js': '' }, 'container: remoteEntry.js makes no global name'],
    ['two entries', { 'remoteEntry.0001.js': ENTRY }, "which one is this build's?"],
    [
      'a name without a part of the build’s own',
      { 'remoteEntry.js': 'var stock;' },
      'makes no global name: it must make one that is stock_ followed by',
    ],
    ['two names', { 'remoteEntry.js': `${ENTRY}\nvar stock_a2;` }, 'makes stock_a1 and stock_a2'],
    [
      'chunks that meet those of its other builds',
      { 'remoteEntry.js': own },
      'container: its chunks meet under webpackChunkremote_stock: set output.uniqueName to stock_a1',
    ],
    [
      'scripts that its other builds find',
      { 'remoteEntry.js': ENTRY.replace('stock_a1:', 'remote_stock:') },
      'container: its scripts are not marked with stock_a1',
    ],
    [
      'the same of rspack',
      {
        'remoteEntry.js': ENTRY.replace('stock_a1:', 'remote_stock:')
          .replace('data-webpack', 'data-rspack')
          .replaceAll('webpackChunk', 'rspackChunk'),
      },
      'container: its scripts are not marked with stock_a1',
    ],
    ['a chunk without a hash', { '7.js': 'code' }, 'container: 7.js is loaded without its hash'],
    ['a style sheet without a hash', { '7.css': 'a{}' }, 'container: 7.css is loaded without its hash'],
    [
      'a copy of React',
      { 'remoteEntry.js': `${ENTRY}"https://react.dev/errors/31"` },
      'shared copy: remoteEntry.js holds a copy of React',
    ],
    [
      'a copy of MUI',
      { 'remoteEntry.js': `${ENTRY}"mui.com/production-error"` },
      'shared copy: remoteEntry.js holds a copy of MUI',
    ],
  ])('rejects %s, and writes nothing', async (_, files, message) => {
    build(files)
    await expect(record()).rejects.toThrow(message)
    expect(existsSync(join(dist(), 'release.json'))).toBe(false)
  })

  test.each<[string, object, string]>([
    ['without a version', { ...REMOTE, version: undefined }, 'version'],
    ['with an unknown field', { ...REMOTE, colour: 'red' }, 'colour'],
    ['without screens', { ...REMOTE, screens: [] }, 'screens'],
    [
      'whose kernel is no range',
      { ...REMOTE, kernel: 'newest' },
      "'newest' is not a range of versions such as ^2.1.0",
    ],
    [
      'whose icon is no SVG path',
      {
        ...REMOTE,
        screens: [{ ...REMOTE.screens[0], nav: { label: 'Stock', icon: 'mdi:home', order: 60 } }],
      },
      'it must be an SVG path of at most 2048 characters',
    ],
    [
      'with a screen elsewhere',
      { ...REMOTE, screens: [{ ...REMOTE.screens[0], path: '//evil.test' }] },
      'screens[0].path: is not a path',
    ],
    [
      'that preloads what is not there',
      { ...REMOTE, screens: [{ ...REMOTE.screens[0], preload: ['8.js'] }] },
      'names 8.js, which is not in files',
    ],
  ])('rejects a description %s', async (_, remote, message) => {
    write('../source/remote.json', remote)
    await expect(record()).rejects.toThrow(message)
  })

  test.each([
    ['{', 'is not JSON'],
    ['{"react":"use"}', 'react'],
  ])('rejects an imports file that contains %s', async (text, message) => {
    write('../source/imports.json', text)
    await expect(record(`--imports ${sitePath('../source/imports.json')}`)).rejects.toThrow(message)
  })

  test('rejects the global name of another build, and so does publish', async () => {
    await record()
    await run('publish', dist())
    build({ 'x.png': 'changed' })
    const taken =
      /container: stock_a1 is the global name of stock@1\.0\.0-[0-9a-f]{8}: give each build its own/
    await expect(record()).rejects.toThrow(taken)
    // as if recorded on a machine without the site
    writeFileSync(join(dist(), 'release.json'), JSON.stringify({ ...recorded(), build: 'another0' }))
    await expect(run('publish', dist())).rejects.toThrow(taken)
  })
})

describe('a release whose imported names are unknown', () => {
  const verifiedWith = (version: string, build: string) =>
    recordVerification({ root: sitePath() }, 'staging', {
      app: 'stock',
      build: recorded(),
      host: { version, build },
      who: 'ana',
    })
  beforeEach(async () => {
    await record()
    await run('publish', dist())
  })

  test.each<[string, () => Promise<string>]>([
    ['promoted', () => run('promote', 'stock@1.0.0 --env staging --why x')],
    ['forced', () => run('promote', 'stock@1.0.0 --env staging --why x --force')],
  ])('is not %s before it is verified in the served host', async (_, serve) => {
    await expect(serve()).rejects.toThrow(
      /evidence: stock@\S+ was not verified for staging, and the names it imports are unknown: console-delivery verify/,
    )
    await run('verify', 'stock@1.0.0 --env staging --no-browser')
    await expect(serve()).rejects.toThrow('was not verified for staging')
    await verifiedWith('1.9.0', '99999999')
    await expect(serve()).rejects.toThrow(
      'was verified with host 1.9.0-99999999, and staging serves 2.0.0-aaaaaaaa now',
    )
    await verifiedWith('2.0.0', 'aaaaaaaa')
    await serve()
    expect(idOf('stock')).toBe(recorded().build)
  })

  test('cannot be a canary before it is verified, and must be verified again for another host', async () => {
    await verifiedWith('2.0.0', 'aaaaaaaa')
    await run('promote', 'stock@1.0.0 --env staging --why x')
    const { build: id } = recorded()
    await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb' }))
    await run('promote', 'host@2.1.0 --env staging --why x')
    await expect(run('promote', `stock@1.0.0-${id} --env staging --why x`)).rejects.toThrow(
      'staging serves 2.1.0-bbbbbbbb now',
    )
    await expect(run('canary', `stock@1.0.0-${id} --percent 5 --env staging --why x`)).rejects.toThrow(
      'the names it imports are unknown',
    )
  })
})

test('a release whose imported names are known needs no verification in a browser', async () => {
  await withImports({ react: ['useState'] })
  await run('publish', dist())
  await run('promote', 'stock@1.0.0 --env staging --why x')
  expect(idOf('stock')).toBe(recorded().build)
})
