import { afterEach, beforeEach, jest } from '@jest/globals'
import type { ReactElement } from 'react'
import { type DeployedRelease, parseEnvironment } from '@console/shared-kernel/remote'
import { renderAt } from '@console/shared-kernel/testing/page'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { createEventLog } from '../src/features/composition/eventLog/eventLog'
import { createModuleLoader } from '../src/features/composition/federation'
import {
  CompositionContext,
  createComposition,
  type ComposedScreen,
  type Composition,
} from '../src/features/composition/composition'
import type { OverrideAddresses } from '../src/features/composition/overrides/addressOverrides'
import type { PlacedRelease } from '../src/features/composition/fallbackOrder'
import { createQuarantine } from '../src/features/composition/quarantine'
import { runtime } from './federationRuntime'

const open: Composition[] = []
afterEach(() => {
  for (const composition of open.splice(0)) composition.close()
})

/** A composition for a test. @param over fields of the environment document */
export function composed(over: Record<string, unknown> = {}, requested: OverrideAddresses = {}): Composition {
  const document = environment(over)
  const read = { ...parseEnvironment(document), document, readMs: 12 }
  const ofPage = { events: createEventLog(), modules: createModuleLoader(), quarantine: createQuarantine() }
  const composition = createComposition(read, { ...ofPage, requested })
  open.push(composition)
  return composition
}

/** Renders part of the console inside a composition, at this address. */
export const renderComposed = (composition: Composition, part: ReactElement, address = '/') =>
  renderAt(address, { '*': <CompositionContext value={composition}>{part}</CompositionContext> })

/**
 * The runtime's answers in each test for 'remote.build.0/Module', or for 'remote.build.1/Module' in a second
 * attempt: pending until the test sets them. The console log is silenced.
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
export const screenFrom = (releases: PlacedRelease[]): ComposedScreen => ({
  ...release().screens[0]!,
  ...releases[0]!,
  remote: releases[0]!.release.name,
  releases,
})

export const screenOf = (name: string, over: Partial<PlacedRelease> = {}): ComposedScreen =>
  screenFrom([{ place: 'current', ...servedAt(name), ...over }])

/** A release of a remote, at its own address. */
export const servedAt = (name: string, over: Partial<DeployedRelease['release']> = {}): DeployedRelease => ({
  ...deployed({ name, ...over }),
  baseUrl: `https://static.example.com/${name}/${over.build ?? ''}`,
})
