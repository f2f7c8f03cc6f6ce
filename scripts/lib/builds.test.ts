import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { buildAll } from './builds'
import { paths, root } from './paths'

let folder: string
const at = (name: string) => join(folder, name)
const record = () => JSON.parse(readFileSync(paths.builds, 'utf8')) as Record<string, string>

/** Instead of rsbuild: copies the record as it is meanwhile, to which another command adds its build. */
const BUILD = `
  import { cpSync, writeFileSync } from 'node:fs'
  const [, , record] = process.argv
  cpSync(record, 'dist/meanwhile.json')
  writeFileSync(record, JSON.stringify({ other: 'its hash' }))`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-builds-'))
  jest.replaceProperty(paths, 'builds', at('builds.json'))
  jest.replaceProperty(paths, 'rsbuild', at('rsbuild.mjs'))
  jest.spyOn(console, 'log').mockImplementation(() => undefined)
  writeFileSync(at('package.json'), JSON.stringify({ scripts: { build: `rsbuild ${at('builds.json')}` } }))
  writeFileSync(at('rsbuild.mjs'), BUILD)
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('during a build its folder is of no known sources, and builds of other commands stay known', async () => {
  const name = relative(root, folder)
  writeFileSync(paths.builds, JSON.stringify({ [name]: 'an older hash' }))
  const { signal } = new AbortController()
  expect(await buildAll({ over: signal, only: [name] })).toBe(true)
  expect(JSON.parse(readFileSync(at('dist/meanwhile.json'), 'utf8'))).toEqual({})
  expect(record()).toEqual({ other: 'its hash', [name]: expect.stringMatching(/^[0-9a-f]{64}$/) })
})
