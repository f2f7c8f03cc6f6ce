/** How values come back, the same from both engines. By the number that PostgreSQL has for a type. */
export const INT8 = 20
export const DATE = 1082

/** bigint columns hold cents and counts: handed out as numbers, and none beyond 2^53. */
export function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

/** A calendar day has no zone, so it is no instant: it stays the text 'YYYY-MM-DD'. */
export const readDate = (text: string): string => text

/** The zone of the session, for what little SQL reads an instant without naming one. */
export const SESSION_ZONE = `set time zone 'UTC'`
