import { useRef } from 'react'
import { CallError, isOutcomeUnknown, newKey } from '@console/shared-kernel/core'

/** Servers without versions may not allow the header. @param key the same when the change is sent again */
export const keyHeader = (version: string | null, key: string): Record<string, string> =>
  version === null ? {} : { 'Idempotency-Key': key }

/** One key for each content of a form, so that the same content is saved once, however often it is sent. */
export function useContentKeys(): (content: unknown) => string {
  const keys = useRef(new Map<string, string>())
  return (content) => {
    const text = JSON.stringify(content)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    return key
  }
}

interface LostWrite {
  key: string
  failure: unknown
}

/** By the id of what they are about: writes whose answer was lost, until the outcome is known. */
export type LostWrites = Map<number, LostWrite>

/** How servers answer for a user who does not exist. Most viewers get the same for users of others. */
export const isGone = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 403 || failure.status === 404)

/** For `catch`: a change that may have been made fails with `text`, any other as it did. */
export const explainLostAnswer =
  (text: string) =>
  (cause: unknown): never => {
    if (!isOutcomeUnknown(cause)) throw cause
    throw new CallError(text, { status: (cause as CallError).status, cause })
  }
