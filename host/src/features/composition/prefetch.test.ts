import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
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

it('brings entry and chunk near with their hashes, once, and runs neither', () => {
  const screen = screenOf('near')
  prefetch(screen)
  prefetch(screen)
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

it('asks for nothing of a release that this console cannot run', () => {
  const screen = screenOf('newer')
  screen.deployed.release.kernel = '^9.0.0'
  prefetch(screen)
  expect(links()).toEqual([])
})
