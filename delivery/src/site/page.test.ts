import { describe, expect, test } from '@jest/globals'
import { deployed, environment } from '@console/shared-kernel/testing/node'
import type { Environment } from '@console/shared-kernel/remote'
import { hostBuildOf, type HostRecord } from './hostRecord'
import { environmentIn, pageWith, refuseCodeIn } from './page'

const page = (code: string) => `<html><head><meta charset="utf-8" />${code}</head><body></body></html>`

describe('code in the page of a host', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script type="module">import "./x.js"</script>',
    '<style>a{}</style>',
    '<img src="x" onerror="x()">',
    '<p style="color:red">',
  ])('is refused, as by the policy: %s', (code) =>
    expect(() => refuseCodeIn(page(code))).toThrow('contains code that the policy forbids'),
  )

  test.each([
    '<script defer src="/x.js"></script>',
    '<script type="application/json" id="environment">{"a":1}</script>',
    '<link rel="icon" href="data:,">',
    '<style></style>',
  ])('is not seen in %s', (code) => expect(() => refuseCodeIn(page(code))).not.toThrow())
})

const FILES = ['static/js/first.0.js', 'static/js/lib.1.js', 'static/js/index.2.js', 'static/css/index.3.css']
const [first, ...start] = FILES as [string, ...string[]]
const record = (over: Partial<HostRecord> = {}): HostRecord => ({
  schema: 1,
  name: 'host',
  version: '2.0.0',
  build: 'aaaaaaaa',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '1.0.0',
  react: '19.0.0',
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
  const written = pageWith(BUILT, record(), document(hostBuildOf(record())))

  test('with the host’s files leaves their start to the first script, after policy and document', () => {
    const parts = [
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
    const places = parts.map((part) => written.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(written.match(/<script\b[^>]*\bsrc=/g)).toHaveLength(1)
    expect(written).not.toContain('rel="stylesheet"')
    expect(environmentIn(written)).toEqual(document(hostBuildOf(record())))
  })

  test('preloads no files of a screen that only some levels have', () => {
    const [screen] = deployed().release.screens
    const limited = deployed({ screens: [{ ...screen!, nav: { ...screen!.nav!, levels: [1] } }] })
    const { baseUrl } = limited
    const page = pageWith(BUILT, record(), { ...document({}), remotes: { users: limited } })
    expect(written).toContain(`href="${baseUrl}`)
    expect(page).not.toContain(`href="${baseUrl}`)
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
  })
})
