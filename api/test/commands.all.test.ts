import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { API_FOLDER } from '../testing/build'
import { command } from '../testing/server'

const { scripts } = JSON.parse(readFileSync(join(API_FOLDER, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.keys(scripts).filter((name) => scripts[name]?.endsWith(` dist/${name}.js`))

test('there are commands', () => expect(commands.length).toBeGreaterThan(5))

test.each(commands)('%s --help prints its usage', async (name) => {
  const { code, out, err } = await command(name, {}, ['--help'])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(new RegExp(`^Usage: npm run ${name} -w api( --.*)?\\n.`))
})

test.each(commands)('%s rejects an unknown option and prints its usage', async (name) => {
  const { code, out, err } = await command(name, {}, ['--unknown'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(new RegExp(`^${name}: Unknown option '--unknown'.*\\nUsage: npm run ${name} `))
})
