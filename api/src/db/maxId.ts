/** The largest value of PostgreSQL's integer. A query for a larger id fails instead of finding nothing. */
export const MAX_ID = 2 ** 31 - 1
