import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Release } from '@console/shared-kernel/remote'
import { integrityOf } from '../src/site/files'
import type { HostRecord } from '../src/site/releaseRecords'

/** Creates a site for a test, and built folders to publish into it. */
export function testSite() {
  const folder = mkdtempSync(join(tmpdir(), 'console-site-'))
  let built = 0
  const build = (
    files: Record<string, string>,
    record: (files: Release['files']) => object,
    name: string,
  ) => {
    const dist = join(folder, 'built', String((built += 1)))
    for (const [path, text] of Object.entries(files)) write(join(dist, path), text)
    const code = Object.entries(files).filter(([path]) => path.endsWith('.js'))
    const described = code.map(([path, text]) => {
      const content = Buffer.from(text)
      return [path, { bytes: content.length, integrity: integrityOf(content) }] as const
    })
    write(join(dist, name), JSON.stringify(record(Object.fromEntries(described))))
    return dist
  }
  return {
    root: join(folder, 'site'),
    remote: (release: Partial<Release> = {}, code = 'code') => {
      const entry = 'remoteEntry.00000001.js'
      const chunk = 'static/js/screen.00000002.js'
      const make = (files: Release['files']): Release => ({ ...RELEASE, entry, files, ...release })
      return build({ [entry]: `entry of ${code}`, [chunk]: code }, make, 'release.json')
    },
    host: (host: Partial<HostRecord> = {}) => {
      const main = 'static/js/index.0000000a.js'
      const ahead = 'static/js/console-area.0000000b.js'
      const first = 'static/js/first-paint.0000000c.js'
      const files = { 'index.html': pageOf(first, main), [main]: 'main', [ahead]: 'ahead', [first]: 'first' }
      return build(
        files,
        (described) => ({
          ...HOST,
          exports: { react: ['use', 'useState'], '@console/shared-kernel/table': ['DataTable'] },
          files: described,
          start: [main],
          login: [main],
          preload: [ahead],
          ...host,
        }),
        'host.json',
      )
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const pageOf = (first: string, main: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><script src="/${first}"></script><title>Console</title><script defer src="/${main}"></script></head><body></body></html>`

const RELEASE: Omit<Release, 'entry' | 'files'> = {
  schema: 1,
  name: 'users',
  version: '1.0.0',
  build: '11111111',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '^1.0.0',
  react: '^19.0.0',
  imports: {},
  screens: [
    {
      path: '/',
      module: './Users',
      title: 'Users',
      nav: { label: 'Users', icon: 'people', order: 10 },
      preload: ['static/js/screen.00000002.js'],
    },
  ],
}

export const HOST: Omit<HostRecord, 'files' | 'login' | 'preload'> = {
  schema: 1,
  name: 'host',
  version: '2.0.0',
  build: 'aaaaaaaa',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '1.2.0',
  react: '19.3.1',
}
