import type { ComponentType } from 'react'
import { RemoteFailure } from './events/failure'
import { loadModule } from './federation'
import { assertCompatible } from './releases/compatibility'
import { buildId, type Candidate } from './releases/candidates'
import { providedFor } from './shareTable'

/** A screen's component, and what it took until it was there. */
export interface ScreenModule {
  Component: ComponentType
  /** Milliseconds since the loading began. */
  entry: number
  module: number
}

/** Attempts that builds have had: another one needs a container that is not broken. */
const attempts = new Map<string, number>()

export const attemptAt = ({ deployed }: Candidate): number => attempts.get(buildId(deployed)) ?? 0

/** An attempt that failed or hangs: the next one shares nothing with it. */
export function spoil(candidate: Candidate, attempt: number): void {
  attempts.set(buildId(candidate.deployed), attempt + 1)
}

/** @throws RemoteFailure, or the runtime's own error */
export async function loadScreenModule(
  { deployed }: Candidate,
  module: string,
  attempt: number,
): Promise<ScreenModule> {
  assertCompatible(deployed.release, await providedFor(deployed.release.imports))
  const began = performance.now()
  const { exports, entryAt } = await loadModule(deployed.release.name, deployed, module, attempt)
  const component = (exports as { default?: unknown } | null)?.default
  if (!isComponent(component)) {
    throw new RemoteFailure('module', `${module} no exporta ningún componente por defecto`)
  }
  // an entry that another screen has brought costs this one nothing
  const entry = Math.max(0, entryAt - began)
  return { Component: component, entry, module: performance.now() - began - entry }
}

const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
