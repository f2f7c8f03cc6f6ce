import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from '../lib/paths'
import { run } from '../tour'
import { placesOf, STATES } from './places'
import { FAILED, SCREENS, SIGN_IN, tourPage } from './screens'

const MAX_BYTES = 3_000_000
const screens = [SIGN_IN, ...SCREENS, FAILED]
const folder = join(root, 'docs', 'tour')

describe('docs/tour.md', () => {
  test('is the output of npm run tour', () =>
    expect(readFileSync(join(root, 'docs', 'tour.md'), 'utf8')).toBe(tourPage(screens)))

  test('has a picture of each screen in both themes, and no others', () =>
    expect(readdirSync(folder).sort()).toEqual(
      screens.flatMap(({ name }) => [`${name}-dark.webp`, `${name}-light.webp`]).sort(),
    ))

  test('has small pictures', () =>
    expect(
      readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0),
    ).toBeLessThan(MAX_BYTES))
})

describe('npm run tour -- --all', () => {
  const places = placesOf({ user: 1, machine: 'm' })

  test('has a name of its own for each place, and places for each state', () => {
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
