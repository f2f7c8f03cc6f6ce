import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedLargeData } from './largeData'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-large-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('npm start -- --large: existing data is kept, and the output says so', async () => {
  writeFileSync(join(folder, 'kept'), 'as it was')
  const said = jest.spyOn(console, 'log').mockImplementation(() => undefined)
  await seedLargeData(folder)
  expect(said.mock.calls).toEqual([[`The data in ${folder} is kept as it is.`]])
  expect(readdirSync(folder)).toEqual(['kept'])
})

test('npm start -- --large: data in memory is refused', async () => {
  await expect(seedLargeData('memory://')).rejects.toThrow('needs a folder')
})
