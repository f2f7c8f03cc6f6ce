import { CallError } from './errors'

/** Not `randomUUID`, which browsers offer on https and localhost alone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * What a change says of the version that it was made against. A server that counts none may not allow these headers.
 * @param key one for one change, however often it is sent
 */
export const versionHeaders = (version: string | null, key: string): Record<string, string> =>
  version === null ? {} : { 'If-Match': `"${version}"`, 'Idempotency-Key': key }

const STALE = [409, 412]

/** The server made no change: what is there is no longer what the change was made against. */
export const isStale = (failure: unknown): failure is CallError =>
  failure instanceof CallError && STALE.includes(failure.status ?? 0)
