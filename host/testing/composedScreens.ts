import { afterEach, beforeEach, jest } from '@jest/globals'
import { deployed, release } from '@console/shared-kernel/testing/node'
import type { ComposedScreen } from '../src/features/composition/composition'
import type { Candidate } from '../src/features/composition/releases/candidates'
import { runtime } from './federationRuntime'

/**
 * What the runtime answers in each test when it is asked for 'remote.build.0/Module', or for
 * 'remote.build.1/Module' in a second attempt: nothing until it is told. The console's log is kept quiet.
 */
export function modulesForTests() {
  const load = jest.fn<(id: string) => Promise<unknown>>()
  beforeEach(() => {
    runtime.load = load
    load.mockReset()
    load.mockReturnValue(new Promise(() => undefined))
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    jest.spyOn(console, 'info').mockImplementation(() => undefined)
  })
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })
  return load
}

/** The screen of a remote that may be loaded from these releases. */
export const screenFrom = (candidates: Candidate[]): ComposedScreen => ({
  ...release().screens[0]!,
  ...candidates[0]!,
  remote: candidates[0]!.deployed.release.name,
  candidates,
})

export const screenOf = (name: string, over: Partial<Candidate> = {}): ComposedScreen => {
  const files = { ...deployed({ name }), baseUrl: `https://static.example.com/${name}/` }
  return screenFrom([{ source: 'current', deployed: files, ...over }])
}

let count = 0
/** A screen of a remote that no other test of the file has touched. */
export const aScreen = (over?: Partial<Candidate>): ComposedScreen => screenOf(`remote${(count += 1)}`, over)
