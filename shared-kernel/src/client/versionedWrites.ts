import { CallError } from './errors'

/** Browsers offer `randomUUID` on https and localhost only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Makes keys of changes by their content: a change that is sent again keeps its key, so that it is made once. Once it
 * was made, make a new one: the same content may then be another change.
 */
export function createContentKeys(): (content: unknown) => string {
  const keys = new Map<string, string>()
  return (content) => {
    const text = JSON.stringify(content)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    return key
  }
}

/**
 * Empty without a version, because servers without versions may not allow these headers. `key` stays the same when a
 * change is sent again.
 */
export const versionHeaders = (version: string | null, key: string): Record<string, string> =>
  version === null ? {} : { 'If-Match': `"${version}"`, 'Idempotency-Key': key }

const STALE = [409, 412]

/**
 * The server made no change: the write was based on an older state (`current` is the present one), or a name or a
 * key is taken.
 */
export const isStale = (failure: unknown): failure is CallError =>
  failure instanceof CallError && STALE.includes(failure.status ?? 0)
