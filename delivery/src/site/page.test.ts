import { describe, expect, test } from '@jest/globals'
import { deployed, environment } from '@console/shared-kernel/testing/node'
import type { Environment } from '@console/shared-kernel/remote'
import { HOST } from '../../testing/site'
import { hostBuildOf, type HostRecord } from './releaseRecords'
import { environmentIn, pageWith, rejectCodeIn } from './page'

const page = (code: string) => `<html><head><meta charset="utf-8" />${code}</head><body></body></html>`

describe('code in the page of a host', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script type="module">import "./x.js"</script>',
    '<style>a{}</style>',
    '<img src="x" onerror="x()">',
    '<p style="color:red">',
  ])('is rejected, as by the policy: %s', (code) =>
    expect(() => rejectCodeIn(page(code))).toThrow('contains code that the policy forbids'),
  )

  test.each([
    '<script defer src="/x.js"></script>',
    '<script type="application/json" id="environment">{"a":1}</script>',
    '<link rel="icon" href="data:,">',
    '<style></style>',
  ])('is not found in %s', (code) => expect(() => rejectCodeIn(page(code))).not.toThrow())
})

const FILES = ['static/js/first.0.js', 'static/js/lib.1.js', 'static/js/index.2.js', 'static/css/index.3.css']
const [first, ...start] = FILES as [string, ...string[]]
const record = (over: Partial<HostRecord> = {}): HostRecord => ({
  ...HOST,
  files: Object.fromEntries(
    [...FILES, 'static/js/area.4.js'].map((path) => [path, { bytes: 1, integrity: `sha384-${path}` }]),
  ),
  start,
  login: [],
  preload: ['static/js/area.4.js'],
  ...over,
})
const document = (host: object): Environment =>
  ({ ...environment({ name: 'a <head> & </script>', remotes: { users: deployed() } }), host }) as Environment
const BUILT = `<!doctype html><html>
  <head>
    <meta charset="utf-8" />
  <script src="/${first}" integrity="x" crossorigin="anonymous"></script><title>Console</title><script defer src="/static/js/lib.1.js" integrity="x"></script><script defer src="/static/js/index.2.js"></script><link href="/static/css/index.3.css" rel="stylesheet" integrity="x"></head>
  <body><div id="root"></div></body>
</html>`

test('only the first 80 characters of forbidden code are shown', () =>
  expect(() => rejectCodeIn(page(`<script>${'x'.repeat(100)}</script>`))).toThrow(/: <script>x{72}$/))

describe('the record of a host in a document', () => {
  test('has its start files in order, each with its hash', () =>
    expect(hostBuildOf(record())).toEqual({
      version: '2.0.0',
      build: 'aaaaaaaa',
      files: [
        { path: '/static/js/lib.1.js', integrity: 'sha384-static/js/lib.1.js' },
        { path: '/static/js/index.2.js', integrity: 'sha384-static/js/index.2.js' },
        { path: '/static/css/index.3.css', integrity: 'sha384-static/css/index.3.css' },
      ],
    }))

  test('has no files if the host’s record is too old, and no file without a hash', () => {
    const { start: _, ...older } = record()
    expect(hostBuildOf(older)).toEqual({ version: '2.0.0', build: 'aaaaaaaa' })
  })
})

describe('the page of a document', () => {
  const written = () => pageWith(BUILT, record(), document(hostBuildOf(record())))

  test('with the host’s files lets the first script start them, after the policy and the document', () => {
    const elements = [
      '<head><meta http-equiv="Content-Security-Policy"',
      '<meta charset="utf-8" />',
      '<script type="application/json" id="environment">',
      `<script src="/${first}" integrity="x" crossorigin="anonymous"></script>`,
      '<link rel="preload" as="script" fetchpriority="high" href="/static/js/lib.1.js" crossorigin="anonymous" integrity="sha384-static/js/lib.1.js">',
      '<link rel="preload" as="script" fetchpriority="high" href="/static/js/index.2.js"',
      '<link rel="preload" as="style" fetchpriority="high" href="/static/css/index.3.css"',
      '<link rel="preload" as="script" fetchpriority="low" href="/static/js/area.4.js"',
      '<link rel="preload" as="script" fetchpriority="low" href="https://static.example.com/users/',
      '</head>',
    ]
    const html = written()
    const positions = elements.map((element) => html.indexOf(element))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(html).toMatch(/^<!doctype html><html>\n  <head><meta http-equiv/)
    expect(html).toContain('<title>Console</title><link rel="preload"')
    expect(html).toContain('"><link rel="preload" as="style"')
    expect(html.match(/<script\b[^>]*\bsrc=/g)).toHaveLength(1)
    expect(html).not.toContain('rel="stylesheet"')
    expect(environmentIn(html)).toEqual(document(hostBuildOf(record())))
  })

  test('preloads no files of a screen that only some levels have', () => {
    const [screen] = deployed().release.screens
    const limited = deployed({ screens: [{ ...screen!, nav: { ...screen!.nav!, levels: [1] } }] })
    const { baseUrl } = limited
    const page = pageWith(BUILT, record(), { ...document({}), remotes: { users: limited } })
    expect(written()).toContain(`href="${baseUrl}`)
    expect(page).not.toContain(`href="${baseUrl}`)
  })

  test('preloads the scripts of the screen that is first in the navigation', () => {
    const of = (name: string, order: number) => {
      const [screen] = deployed().release.screens
      const nav = { ...screen!.nav!, order }
      const files = { 'static/js/a&b.js': { bytes: 1, integrity: 'sha384-a' } }
      const release = { ...deployed().release, files, entry: 'entry.js' }
      const preload = ['static/js/a&b.js', 'static/css/a.css']
      return {
        baseUrl: `https://${name}.example/`,
        release: { ...release, screens: [{ ...screen!, nav, preload }] },
      }
    }
    const remotes = { last: of('last', 30), first: of('first', 10), second: of('second', 20) }
    const html = pageWith(BUILT, record({ preload: [] }), { ...document({}), remotes })
    expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="script" fetchpriority="low" href="https://first.example/entry.js" crossorigin="anonymous">',
      '<link rel="preload" as="script" fetchpriority="low" href="https://first.example/static/js/a&#38;b.js" crossorigin="anonymous" integrity="sha384-a">',
    ])
  })

  test('without remotes preloads what the host names', () => {
    const html = pageWith(BUILT, record(), { ...document({}), remotes: {} })
    expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="script" fetchpriority="low" href="/static/js/area.4.js" crossorigin="anonymous" integrity="sha384-static/js/area.4.js">',
    ])
  })

  test.each(['<head>', '</head>'])('is not made from a page without %s', (tag) =>
    expect(() => pageWith(BUILT.replace(tag, ''), record(), document({}))).toThrow('has no head'),
  )

  test('has no environment before the document is written into it', () =>
    expect(environmentIn(BUILT)).toBeNull())

  test('of an environment without a host is made too', () => {
    const { host: _, ...hostless } = document({})
    expect(environmentIn(pageWith(BUILT, record(), hostless))).toEqual(hostless)
  })

  test('without the host’s files keeps the tags of the build', () => {
    const kept = pageWith(BUILT, record(), document({ version: '2.0.0', build: 'aaaaaaaa' }))
    expect(kept).toContain('<script defer src="/static/js/index.2.js">')
    expect(kept).not.toContain('fetchpriority="high"')
  })

  test('is not made from another host’s page, nor from one without its first script', () => {
    const other = { ...hostBuildOf(record()), files: [{ path: '/static/js/other.js', integrity: 'x' }] }
    expect(() => pageWith(BUILT, record(), document(other))).toThrow('does not start /static/js/other.js')
    const bare = BUILT.replace(/<script src=.*?<\/script>/, '')
    expect(() => pageWith(bare, record(), document(hostBuildOf(record())))).toThrow('no first script')
    expect(pageWith(bare, record(), document({}))).toContain('<script defer src="/static/js/lib.1.js"')
  })
})
