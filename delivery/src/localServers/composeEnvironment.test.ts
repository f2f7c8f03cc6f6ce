import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import { composeEnvironment, readRelease } from './composeEnvironment'

const release = (name: string): Release => ({
  schema: 1,
  name,
  version: '1.0.0',
  build: 'b1',
  builtAt: '2026-01-01T00:00:00Z',
  kernel: '^1.0.0',
  react: '^19.0.0',
  entry: 'remoteEntry.5d1f0c2e.js',
  files: {},
  screens: [],
})
const common = { name: 'test', apiUrl: 'http://a', externalReportsUrl: 'http://e', timeZone: 'Europe/Madrid' }

const made: string[] = []
function folder(content?: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'compose-'))
  made.push(dir)
  if (content !== undefined) writeFileSync(join(dir, 'release.json'), content)
  return dir
}
afterAll(() => made.forEach((dir) => rmSync(dir, { recursive: true })))

describe('composeEnvironment', () => {
  test('reads folders and records, and names remotes after their releases', () => {
    const dir = folder(JSON.stringify(release('users')))
    const remotes = [
      { dir, baseUrl: 'http://localhost:1' },
      { release: release('reports'), baseUrl: 'http://localhost:2/x/', integrity: 'off' as const },
    ]
    expect(composeEnvironment({ ...common, remotes })).toEqual({
      schema: 1,
      ...common,
      overrides: [],
      remotes: {
        users: { baseUrl: 'http://localhost:1/', release: release('users') },
        reports: { baseUrl: 'http://localhost:2/x/', release: release('reports'), integrity: 'off' },
      },
    })
  })

  test('keeps the developer flag', () => {
    const given = { ...common, developer: true, remotes: [] }
    expect(composeEnvironment(given)).toEqual({ schema: 1, ...given, overrides: [], remotes: {} })
  })

  test('rejects two remotes with the same name', () => {
    const twin = { release: release('users'), baseUrl: 'http://localhost:1/' }
    expect(() => composeEnvironment({ ...common, remotes: [twin, twin] })).toThrow(/named 'users'/)
  })
})

describe('readRelease', () => {
  test.each([
    ['missing', undefined, 'cannot be read'],
    ['empty', '', 'cannot be read'],
    ['truncated', '{"name":', 'cannot be read'],
    ['null', 'null', "has no 'name'"],
    ['an empty object', '{}', "has no 'name'"],
    ['nameless', '{"name":"","entry":"e.js"}', "has no 'name'"],
    ['without an entry', '{"name":"users"}', "has no 'entry'"],
  ])('names the file in the error when it is %s', (_, content, message) => {
    const dir = folder(content)
    expect(() => readRelease(dir)).toThrow(message)
    expect(() => readRelease(dir)).toThrow(join(dir, 'release.json'))
  })
})
