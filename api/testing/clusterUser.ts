/** Must not appear in any log or message. */
export const PASSWORD = 'password-of-the-database'
