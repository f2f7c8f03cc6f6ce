import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import { screenOf } from '../../../testing/composedScreens'
import { runtime } from '../../../testing/federationRuntime'
import { prefetch, startAhead } from './prefetch'
import { suspectStore } from './vigil/vigil'

const links = () => [...document.head.querySelectorAll('link')]

beforeEach(() => {
  runtime.asked.length = 0
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  document.head.replaceChildren()
  suspectStore.set(new Set())
  jest.restoreAllMocks()
})

it('brings entry and chunk near with their hashes, once, and runs neither', async () => {
  const screen = screenOf('near')
  await prefetch(screen)
  await prefetch(screen)
  const { files } = screen.deployed.release
  expect(links().map(({ rel, href, integrity }) => [rel, href, integrity])).toEqual(
    Object.entries(files).map(([file, { integrity }]) => [
      'preload',
      `https://static.example.com/near/${file}`,
      integrity,
    ]),
  )
  expect(runtime.asked).toEqual([])
})

it.each<[string, Partial<Release>]>([
  ['another kernel', { kernel: '^9.0.0' }],
  ['a name that it has not', { imports: { '@console/shared-kernel/table': ['Nothing'] } }],
])('asks for nothing of a release that needs %s', async (_, needs) => {
  const screen = screenOf('newer')
  Object.assign(screen.deployed.release, needs)
  await prefetch(screen)
  expect(links()).toEqual([])
})

it('starts on a screen ahead, but not on one that froze the tab, nor on none', async () => {
  const [good, bad] = [screenOf('good'), screenOf('bad')]
  suspectStore.set(new Set(['bad.3f9c2a1b']))
  startAhead(good)
  startAhead(bad)
  startAhead(undefined)
  await new Promise((done) => setTimeout(done, 50))
  expect(runtime.asked[0]).toBe('good.3f9c2a1b.0/ManagedUsers')
  expect(runtime.asked.some((id) => id.startsWith('bad'))).toBe(false)
})
