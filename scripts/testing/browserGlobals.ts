import * as React from 'react'
import { LocalWorker } from '../../shared-kernel/testing/listWorker'

// tests without a page get no events from other tabs
globalThis.addEventListener ??= () => undefined
// jsdom has no workers
Object.assign(globalThis, { Worker: LocalWorker })

/**
 * In development, React captures a stack for each element, up to a limit per second, for the owner stacks of
 * warnings. That takes a quarter of the CPU time of screen tests, whose warnings fail the test anyway, so
 * here the limit always counts as reached.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })
