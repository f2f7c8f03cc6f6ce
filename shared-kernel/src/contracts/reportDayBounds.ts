/** The days that reports cover, 'YYYY-MM-DD', both included. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2099-12-31'
