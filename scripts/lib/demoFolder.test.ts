import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { lockDirectory } from '../../api/src/db/pglite/embedded'
import {
  factorKeyOf,
  prepareDemoFolder,
  requireLargeFolder,
  requireWritableFolder,
  seedLargeData,
} from './demoFolder'

process.env['LOCK_BEAT_MS'] = '100'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-large-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('npm start -- --large: existing data is kept, and the output says so', async () => {
  prepareDemoFolder(folder, true)
  writeFileSync(join(folder, 'kept'), 'as it was')
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined)
  await seedLargeData(folder)
  expect(log.mock.calls).toEqual([[`The data in ${folder} is kept as it is.`]])
  expect(readdirSync(folder)).toEqual(['demo-data', 'kept'])
})

test('npm start -- --large: data that another command is seeding is left alone', async () => {
  const large = join(folder, 'large')
  prepareDemoFolder(`${large}.seeding`, true)
  const lock = await lockDirectory(`${large}.seeding`, () => undefined)
  await expect(seedLargeData(large)).rejects.toThrow(`${large}.seeding is in use`)
  expect(readdirSync(`${large}.seeding`)).toContain('demo-data')
  lock.release()
})

test('npm start -- --large: a folder with other data is rejected', () => {
  prepareDemoFolder(folder)
  expect(() => requireLargeFolder(folder)).toThrow(`${folder} holds other data`)
  expect(readdirSync(folder)).toEqual(['demo-data'])
})

test('npm start -- --large: data in memory is rejected', () => {
  expect(() => requireLargeFolder('memory://')).toThrow('needs a folder')
})

test('second factors of demo data use the key in their folder, unless the environment sets one', () => {
  const first = factorKeyOf(folder, {})
  expect(first.FACTOR_KEY).toHaveLength(64)
  expect(statSync(join(folder, 'factor-key')).mode & 0o777).toBe(0o600)
  expect(factorKeyOf(folder, {})).toEqual(first)
  prepareDemoFolder(folder)
  expect(factorKeyOf(folder, { FACTOR_KEY: 'own' })).toEqual({})
  expect(factorKeyOf(folder, { DATABASE_URL: 'postgres://db' })).toEqual({})
  expect(factorKeyOf('memory://', {})).toEqual({})
})

test('a missing folder is created, together with its parents', () => {
  const made = join(folder, 'one', 'two')
  requireWritableFolder(made, { mode: 0o700 })
  expect(statSync(made).mode & 0o777).toBe(0o700)
  requireWritableFolder(made)
})

test('a file in place of the folder or of a parent folder is rejected', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => requireWritableFolder(file, { wayOut: 'Take another.' })).toThrow(
    `${file} cannot be written: there is a file in its place. Take another.`,
  )
  expect(() => requireWritableFolder(join(file, 'below'))).toThrow(
    `${file} cannot be written: there is a file in its place.`,
  )
})

test('a folder that the system does not allow is rejected at once', () => {
  expect(() => requireWritableFolder('/proc/foo/bar')).toThrow(/^\/proc(\/foo)? cannot be \w+: \w/)
})
