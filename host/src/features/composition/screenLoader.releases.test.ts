import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { composed, modulesForTests, screenFrom, servedAt } from '../../../testing/compositions'
import type { PlacedRelease } from './fallbackOrder'
import { hostPart } from './remoteFailure'
import { lazily, shareTable } from './sharedModules/shareTable'

const load = modulesForTests()
const Component = () => null
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

function started(releases: PlacedRelease[]) {
  const loader = composed().loaderOf(screenFrom(releases))
  loader.start()
  return loader
}

beforeEach(() => void jest.useFakeTimers())

describe('a remote with several releases', () => {
  let at = 0
  const placed = (place: PlacedRelease['place'], build: string, over: object = {}): PlacedRelease => ({
    ...servedAt(`several${at}`, { build, version: build, ...over }),
    place,
  })
  const ids = () => load.mock.calls.map(([id]) => id.replace(/^several\d+\.|\/.*$/g, ''))
  const good = { default: Component }
  const gone = new Error('RUNTIME-008')

  beforeEach(() => {
    at += 1
  })

  test('falls back from the current to the previous one', async () => {
    load.mockRejectedValueOnce(gone).mockRejectedValueOnce(gone).mockResolvedValueOnce(good)
    const loader = started([placed('current', 'b'), placed('previous', 'a')])
    await pass(0)
    expect(ids()).toEqual(['b.0', 'b.1', 'a.0'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'previous' } })
  })

  test('gives up on a hanging release after 10 s, once, and still shows the notice after 3 s', async () => {
    load.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce(good)
    const loader = started([placed('current', 'b'), placed('previous', 'a')])
    await pass(3_000)
    expect(loader.state.get()).toEqual({ status: 'loading', slow: true })
    await pass(6_999)
    expect(ids()).toEqual(['b.0'])
    await pass(1)
    expect(ids()).toEqual(['b.0', 'a.0'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'previous' } })
  })

  const waitsFor = (imports: object) => [
    placed('current', 'b', { imports }),
    placed('previous', 'a', { imports }),
  ]
  /** Simulates a shared module that other code waits for and that never loads. */
  const hang = (part: string) => jest.spyOn(shareTable[part]!, 'isPending').mockReturnValue(true)

  test('blames the console if a shared module is missing, and retries the same release', async () => {
    hang('react-hook-form')
    load.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce(good)
    const loader = started(waitsFor({ 'react-hook-form': ['useForm'] }))
    await pass(10_000)
    expect(ids()).toEqual(['b.0', 'b.1'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'current' } })
  })

  test.each([
    ['a shared module that it does not import', () => hang('@console/shared-kernel/charts')],
    [
      'the names of a shared module',
      () => {
        const never = lazily(
          '1.0.0',
          () => new Promise(() => undefined),
          async () => [],
        )
        void hostPart(never.get)
      },
    ],
  ])('falls back to the previous release while other code waits for %s', async (_, wait) => {
    wait()
    load.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce(good)
    const loader = started(waitsFor({ 'react-hook-form': ['useForm'] }))
    await pass(10_000)
    expect(ids()).toEqual(['b.0', 'a.0'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'previous' } })
  })

  test('blames the console if the names of its own modules fail to load', async () => {
    jest.spyOn(shareTable['react-hook-form']!, 'names').mockReturnValueOnce(new Promise(() => undefined))
    load.mockResolvedValueOnce(good)
    const loader = started(waitsFor({ 'react-hook-form': ['useForm'] }))
    await pass(10_000)
    expect(ids()).toEqual(['b.1'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'current' } })
  })

  test('gives the last release 120 s, and a retry starts with the first', async () => {
    const loader = started([placed('current', 'b'), placed('previous', 'a')])
    await pass(129_999)
    expect(loader.state.get()).toEqual({ status: 'loading', slow: true })
    await pass(1)
    expect(loader.state.get()).toMatchObject({ status: 'failed', release: { place: 'previous' } })
    load.mockResolvedValueOnce(good)
    loader.retry()
    await pass(0)
    expect(ids()).toEqual(['b.0', 'a.0', 'b.1'])
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'current' } })
  })
})
