import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CommandError } from '@console/shared-kernel/command'
import { prepareDemoFolder } from './lib/demoFolder'
import { run } from './reset'

const { DATA_DIR } = process.env
const { isTTY } = process.stdin
let folder = ''
let data = ''
let output = ''
const isKept = (): boolean => existsSync(join(data, 'pg', 'kept'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-reset-'))
  data = join(folder, 'data')
  prepareDemoFolder(data)
  mkdirSync(join(data, 'pg'))
  writeFileSync(join(data, 'pg', 'kept'), 'a row')
  process.env.DATA_DIR = data
  process.stdin.isTTY = false
  output = ''
  jest.spyOn(console, 'log').mockImplementation((line: string) => void (output += `${line}\n`))
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
])(
  'npm run reset -- %j removes the data, and names the command that creates it again',
  async (args, next) => {
    expect(await run(args)).toBe(0)
    expect(existsSync(data)).toBe(false)
    expect(output).toBe(`Removed ${data}. The next ${next} makes new demo data.\n`)
    expect(await run(args)).toBe(0)
    expect(output).toContain(`Nothing to reset: there is no ${data}.`)
  },
)

test.each([
  [[], 'data npm run reset -- --yes.'],
  [['--large'], 'data npm run reset -- --large --yes.'],
  [['--huge', '--yes'], "Unknown option '--huge'"],
])(
  'npm run reset -- %j without a terminal removes nothing, and names the command for this data',
  async (args, message) => {
    const reset = run(args)
    await expect(reset).rejects.toThrow(CommandError)
    await expect(reset).rejects.toThrow(message)
    expect(isKept()).toBe(true)
  },
)

test.each<[string, () => void, string]>([
  ['data that npm start did not make', () => rmSync(join(data, 'demo-data')), 'was not made by npm start'],
  ['a file of somebody', () => writeFileSync(join(data, 'letter.txt'), ''), 'holds letter.txt'],
  ['a link', () => moveBehindLink(), 'is a symbolic link'],
])('npm run reset -- --yes leaves %s alone', async (_, change, message) => {
  change()
  const reset = run(['--yes'])
  await expect(reset).rejects.toThrow(CommandError)
  await expect(reset).rejects.toThrow(message)
  expect(isKept()).toBe(true)
})

function moveBehindLink(): void {
  renameSync(data, join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), data)
}

test('a folder that already contains data is not marked, and one with other files is rejected', () => {
  rmSync(join(data, 'demo-data'))
  prepareDemoFolder(data)
  expect(existsSync(join(data, 'demo-data'))).toBe(false)
  writeFileSync(join(data, 'letter.txt'), '')
  expect(() => prepareDemoFolder(data)).toThrow('holds letter.txt')
})

test('the remains of an interrupted npm start -- --large are removed too, after confirmation', async () => {
  prepareDemoFolder(`${data}.seeding`, true)
  await expect(run(['--large'])).rejects.toThrow('needs a terminal to ask')
  expect(existsSync(`${data}.seeding`)).toBe(true)
  expect(await run(['--large', '--yes'])).toBe(0)
  expect(output).toContain(`Removed ${data}.seeding and ${data}.`)
  expect(existsSync(`${data}.seeding`)).toBe(false)
  prepareDemoFolder(`${data}.seeding`, true)
  expect(await run(['--large', '--yes'])).toBe(0)
  expect(output).toContain(`Removed ${data}.seeding.`)
})
