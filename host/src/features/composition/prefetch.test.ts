import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import { screenOf } from '../../../testing/compositions'
import { runtime } from '../../../testing/federationRuntime'
import { prefetch } from './prefetch'

const links = () => [...document.head.querySelectorAll('link')]

beforeEach(() => {
  runtime.asked.length = 0
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  document.head.replaceChildren()
  jest.restoreAllMocks()
})

test('preloads entry and chunk with their hashes, once, and runs neither', async () => {
  const screen = screenOf('near')
  await prefetch(screen)
  await prefetch(screen)
  const { files } = screen.release
  expect(links().map(({ rel, href, integrity }) => [rel, href, integrity])).toEqual(
    Object.entries(files).map(([file, { integrity }]) => [
      'preload',
      `https://static.example.com/near/${file}`,
      integrity,
    ]),
  )
  expect(runtime.asked).toEqual([])
})

test.each<[string, Partial<Release>]>([
  ['another kernel', { kernel: '^9.0.0' }],
  ['a name that it has not', { imports: { '@console/shared-kernel/table': ['Nothing'] } }],
])('loads nothing from a release that needs %s', async (_, needs) => {
  const screen = screenOf('newer')
  Object.assign(screen.release, needs)
  await prefetch(screen)
  expect(links()).toEqual([])
})
