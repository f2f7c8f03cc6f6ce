import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDirectory } from '../../api/src/db/pglite/embedded'
import { prepareDemoFolder } from './demoFolder'
import { requireLargeFolder, seedLargeData } from './largeData'

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

test('npm start -- --large: a folder with other data is refused', () => {
  prepareDemoFolder(folder)
  expect(() => requireLargeFolder(folder)).toThrow(`${folder} holds other data`)
  expect(readdirSync(folder)).toEqual(['demo-data'])
})

test('npm start -- --large: data in memory is refused', () => {
  expect(() => requireLargeFolder('memory://')).toThrow('needs a folder')
})
