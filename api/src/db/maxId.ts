/** A query for a larger integer fails in PostgreSQL instead of finding nothing. */
export const MAX_ID = 2 ** 31 - 1
