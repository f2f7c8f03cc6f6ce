/** PostgreSQL takes no NUL; no name that is kept has a control character. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

/**
 * The form in which names were compared at first: compatible forms of a letter and upper and lower case count
 * as one. Made here and stored, so that no database's locale has a say in it.
 */
export const nameKey = (userName: string): string =>
  withoutControls(userName.normalize('NFKC').toLowerCase().normalize('NFKC'))

/**
 * The form in which two names are the same. Each character is folded by itself, so that a final sigma is a
 * sigma, and by way of its capital, so that ß is ss; the capital ẞ has that way only from its small letter.
 */
export const foldName = (userName: string): string =>
  withoutControls(
    Array.from(userName.normalize('NFKC'), (character) => character.toLowerCase().toUpperCase().toLowerCase())
      .join('')
      .normalize('NFKC'),
  )
