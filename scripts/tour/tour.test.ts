import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from '../lib/paths'
import { run } from '../tour'
import { PARTS } from './parts'
import { placesOf, STATES } from './places'
import { tourPage } from './page'
import { FAILED, SCREENS, SIGN_IN } from './screens'

const MAX_BYTES = 3_200_000
const MAX_BYTES_OF_PARTS = 200_000
const screens = [SIGN_IN, ...SCREENS, FAILED]
const folder = join(root, 'docs', 'tour')
const bytesOf = (of: string): number =>
  readdirSync(of).reduce((sum, file) => sum + statSync(join(of, file)).size, 0)

describe('docs/tour.md', () => {
  test('is the output of npm run tour', () =>
    expect(readFileSync(join(root, 'docs', 'tour.md'), 'utf8')).toBe(tourPage(screens)))

  test('has a picture of each screen in both themes, and no others', () =>
    expect(readdirSync(folder).sort()).toEqual(
      screens.flatMap(({ name }) => [`${name}-dark.webp`, `${name}-light.webp`]).sort(),
    ))

  test('has small pictures', () => expect(bytesOf(folder)).toBeLessThan(MAX_BYTES))
})

describe('docs/design.md', () => {
  const ofParts = join(root, 'docs', 'design')
  const files = PARTS.map(({ name }) => `${name}.webp`)

  test('has a small picture of each part, and no others', () => {
    expect(readdirSync(ofParts).sort()).toEqual([...files].sort())
    expect(bytesOf(ofParts)).toBeLessThan(MAX_BYTES_OF_PARTS)
  })

  test.each(files)('shows %s', (file) =>
    expect(readFileSync(join(root, 'docs', 'design.md'), 'utf8')).toContain(`](design/${file})`),
  )
})

describe('npm run tour -- --all', () => {
  const places = placesOf({ user: 1, machine: 'm' })

  test('has a unique name for each place, and places for each state', () => {
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length)
    for (const state of STATES)
      expect(places.filter(({ name }) => (state.places ?? /./).test(name)).length).toBeGreaterThan(0)
  })

  test('writes into a folder that is not committed', () =>
    expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain('.console/'))

  test.each([
    ['--only needs --all', ['--only=usual']],
    ["Unknown option '--al'", ['--al']],
  ])('%s', (message, args) => expect(() => run(args)).toThrow(message))
})
