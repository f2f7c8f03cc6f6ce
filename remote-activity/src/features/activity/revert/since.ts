import { type Activity, normaliseActivity } from '@console/shared-kernel/contracts'
import { CallError, messageOf } from '@console/shared-kernel/core'
import { whatOf, whoOf } from '@console/shared-kernel/domain'
import { asList } from '@console/shared-kernel/rules'
import { whenOf } from '../columns'

/** The later changes that caused a revert to be rejected, oldest first; empty for other errors. */
export const changesSince = (rejection: unknown): Activity[] =>
  rejection instanceof CallError
    ? asList(rejection.since).flatMap((wire) => normaliseActivity(wire) ?? [])
    : []

/** '21-11-2026 11:00:07, Credit changed, by olga'. */
export const sinceText = (change: Activity): string =>
  [whenOf(change), whatOf(change), whoOf(change) && `by ${whoOf(change)}`].filter(Boolean).join(', ')

const MAX_NAMED = 3

/** The error message and the newest later changes, on one line. */
export function rejectionText(rejection: CallError): string {
  const message = messageOf(rejection, 'Unknown error')
  const since = changesSince(rejection)
  if (since.length === 0) return message
  const named = since.slice(-MAX_NAMED).map(sinceText).join('; ')
  return `${message}. Changed since: ${since.length > MAX_NAMED ? '...; ' : ''}${named}`
}
