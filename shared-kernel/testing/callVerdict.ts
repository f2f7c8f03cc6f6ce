import { expect } from '@jest/globals'
import { CancelledError } from '@tanstack/react-query'
import { CallError } from '../src/client/errors'
import { STRANGE_NAME, type CallFault } from './callFaults'
import { timesAsked, isRead, type KnownCall, type Outcome } from './knownCall'
import type { TestServer } from './server'

const LONG = 100_000
const MAX_TRIES = 3

/** `readAt` is a time. */
const compared = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (key, part: unknown) => (['raw', 'readAt'].includes(key) ? undefined : part)),
      )

function namesIn(wire: unknown): string[] {
  if (typeof wire !== 'object' || wire === null) return []
  return Object.entries(wire).flatMap(([key, value]) =>
    /name/i.test(key) && typeof value === 'string' ? [value] : namesIn(value),
  )
}

function expectAnswer(call: KnownCall, fault: CallFault, value: unknown, usual: unknown): void {
  const { list } = call
  if (list && fault.long) return expect(list.length(value)).toBe(LONG)
  if (list && fault.name === 'duplicate ids')
    return expect(list.length(value)).toBe(list.length(usual) * (list.repeats ? 2 : 1))
  if (fault.name !== 'strange names') return expect(compared(value)).toEqual(compared(usual))
  const shown = namesIn(call.answers[call.at]).some((name) => JSON.stringify(usual).includes(name))
  expect(JSON.stringify(value).includes(STRANGE_NAME)).toBe(shown)
}

function expectFailure(call: KnownCall, fault: CallFault, outcome: Outcome): void {
  const failure = 'failure' in outcome ? outcome.failure : outcome
  // reads of a session are cancelled with it
  if (failure instanceof CancelledError && signsOut(call, fault)) return
  expect(failure).toBeInstanceOf(CallError)
  const { message, status } = failure as CallError
  // readable text, unless the refusal had none
  if (status === null || (failure as CallError).said !== null) expect(message).toMatch(/[a-záéíóú]{3}/i)
  expect(message).not.toMatch(/<|\[object|undefined|null/)
  if (call.saysOnlyText) return expect(message).toContain(fault.error?.message ?? '')
  expect(status).toBe(fault.error?.status ?? null)
  if (fault.error) expect(failure).toMatchObject(fault.error)
}

export function expectOutcome(call: KnownCall, fault: CallFault, outcome: Outcome, usual: unknown): void {
  const instead = call.instead?.(fault)
  if (instead && !(signsOut(call, fault) && 'failure' in outcome)) {
    expect(outcome).toEqual(instead)
  } else if (fault.kind === 'good' || (fault.kind === 'unreadable' && call.unread)) {
    expect(outcome).toHaveProperty('value')
    if (!call.unread && 'value' in outcome) expectAnswer(call, fault, outcome.value, usual)
  } else {
    expectFailure(call, fault, outcome)
  }
}

export const signsOut = (call: KnownCall, fault: CallFault): boolean =>
  call.signsOut?.(fault) ?? fault.error?.status === 401

export function expectTries(server: TestServer, call: KnownCall, fault: CallFault): void {
  const times = timesAsked(server, call)
  if (fault.address !== undefined) return expect(times).toBe(0)
  expect(times).toBeGreaterThan(0)
  const hopeless = fault.kind === 'good' || (fault.error?.status ?? 500) < 500
  const mayWait = fault.error?.retryAfter != null
  const isRepeated = isRead(call)
    ? !hopeless || mayWait
    : fault.error !== undefined && fault.error.status === call.sentAgainAfter
  expect(times).toBeLessThanOrEqual(isRepeated ? MAX_TRIES : 1)
  if (!isRead(call) && isRepeated) expect(times).toBeGreaterThan(1)
}
