import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { builtAt, buildIdOf } from './buildId'

describe('the build ID', () => {
  const files = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )

  test('is the same for the same files in any order', () =>
    fc.assert(
      fc.property(files, (built) => {
        const turned = Object.fromEntries(Object.entries(built).reverse())
        expect(buildIdOf(turned, { version: '1.0.0' })).toBe(buildIdOf(built, { version: '1.0.0' }))
      }),
    ))

  test('differs for different content, a different name or a different record', () => {
    const id = buildIdOf({ 'a.js': Buffer.from('1') }, { version: '1.0.0' })
    expect(id).toMatch(/^[0-9a-f]{8}$/)
    expect(buildIdOf({ 'a.js': Buffer.from('2') }, { version: '1.0.0' })).not.toBe(id)
    expect(buildIdOf({ 'b.js': Buffer.from('1') }, { version: '1.0.0' })).not.toBe(id)
    expect(buildIdOf({ 'a.js': Buffer.from('1') }, { version: '1.0.1' })).not.toBe(id)
  })
})

describe('the build time', () => {
  afterEach(() => void delete process.env['SOURCE_DATE_EPOCH'])

  test('is SOURCE_DATE_EPOCH', () => {
    process.env['SOURCE_DATE_EPOCH'] = '1767225600'
    expect(builtAt(__dirname)).toBe('2026-01-01T00:00:00.000Z')
  })

  test('is an error if SOURCE_DATE_EPOCH is malformed', () => {
    process.env['SOURCE_DATE_EPOCH'] = 'yesterday'
    expect(() => builtAt(__dirname)).toThrow('SOURCE_DATE_EPOCH is no number of seconds: yesterday')
  })

  test('is otherwise the time of the last commit', () => {
    const folder = mkdtempSync(`${tmpdir()}/console-commit-`)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-02-03T04:05:06Z' },
      })
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'one')
    expect(builtAt(folder)).toBe('2026-02-03T04:05:06.000Z')
    rmSync(folder, { recursive: true })
  })

  test('is the current time without either', () => {
    const folder = mkdtempSync(`${tmpdir()}/console-commit-`)
    const before = Date.now()
    expect(Date.parse(builtAt(folder))).toBeGreaterThanOrEqual(before)
    rmSync(folder, { recursive: true })
  })
})
