/** PostgreSQL type OIDs. */
export const INT8 = 20
export const DATE = 1082

/** Cents and counts. @throws RangeError beyond 2^53 */
export function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit in a number`)
  return value
}

/** A calendar day is not an instant: it stays 'YYYY-MM-DD'. */
export const readDate = (text: string): string => text

/** Sets the zone for SQL that converts an instant without naming a zone. */
export const SESSION_ZONE = `set time zone 'UTC'`
