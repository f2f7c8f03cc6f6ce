import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CommandError } from './lib/commandError'
import { run } from './reset'

const { DATA_DIR } = process.env
const { isTTY } = process.stdin
let folder = ''
let data = ''
let said = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-reset-'))
  data = join(folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'kept'), 'a row')
  process.env.DATA_DIR = data
  process.stdin.isTTY = false
  said = ''
  jest.spyOn(console, 'log').mockImplementation((line: string) => void (said += `${line}\n`))
})
afterEach(() => {
  if (DATA_DIR === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = DATA_DIR
  process.stdin.isTTY = isTTY
  rmSync(folder, { recursive: true })
})

test.each([
  [['--yes'], 'npm start'],
  [['--large', '--yes'], 'npm start -- --large'],
])('npm run reset -- %j removes the data, and names the command that makes it again', async (args, next) => {
  expect(await run(args)).toBe(0)
  expect(existsSync(data)).toBe(false)
  expect(said).toBe(`Removed ${data}. The next ${next} makes new demo data.\n`)
  expect(await run(args)).toBe(0)
  expect(said).toContain(`Nothing to reset: there is no ${data}.`)
})

test.each([
  [[], 'needs a terminal to ask. In a script use npm run reset -- --yes.'],
  [['--large'], 'needs a terminal to ask. In a script use npm run reset -- --large --yes.'],
  [['--huge', '--yes'], 'Unknown option --huge. npm run reset accepts only --large and --yes.'],
])('npm run reset -- %j without a terminal removes nothing', async (args, message) => {
  const reset = run(args)
  await expect(reset).rejects.toThrow(CommandError)
  await expect(reset).rejects.toThrow(message)
  expect(existsSync(join(data, 'kept'))).toBe(true)
})
