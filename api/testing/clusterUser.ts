/** No log and no message may hold it. */
export const PASSWORD = 'password-of-the-database'
