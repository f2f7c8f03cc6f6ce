/** PostgreSQL accepts no NUL, and no stored name contains control characters. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

/** The older form for comparison. Not made in the database, whose locale would matter. */
export const nameKey = (userName: string): string =>
  withoutControls(userName.normalize('NFKC').toLowerCase().normalize('NFKC'))

/**
 * Names are unique in this form. Folds by character, so that a final sigma equals a sigma, and through upper
 * case, so that ß equals ss; ẞ needs lower case first.
 */
export const foldName = (userName: string): string =>
  withoutControls(
    Array.from(userName.normalize('NFKC'), (character) => character.toLowerCase().toUpperCase().toLowerCase())
      .join('')
      .normalize('NFKC'),
  )
