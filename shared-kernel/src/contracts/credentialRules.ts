/** The reference API's rules for user names and passwords. */
export const MAX_USER_NAME_LENGTH = 64
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 1024

export type UserNameProblem = 'form' | 'ignorable' | 'blank' | 'mixed'

/** Format characters, two separators of lines that look like a blank, and a placeholder that browsers do not draw. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\uFFFC]/u

/** Braille, musical and Egyptian symbols that are invisible. */
const BLANK_SYMBOLS = /[\u2800\u{1D159}\u{13441}\u{13442}]/gu

const USER_NAME = new RegExp(`^[^/\\p{Cc}\\p{Surrogate}]{1,${MAX_USER_NAME_LENGTH}}$`, 'u')

/** What is wrong with a new name, or null. Slashes separate the names of a tree. */
export function userNameProblem(text: string): UserNameProblem | null {
  if (!USER_NAME.test(text) || text.trim() !== text) return 'form'
  if (INVISIBLE.test(text)) return 'ignorable'
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANK_SYMBOLS, ''))) return 'blank'
  const letters = text.normalize('NFKC')
  const isMixed = /\p{Script=Latin}/u.test(letters) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(letters)
  return isMixed ? 'mixed' : null
}

/** Counts code points: an emoji of two UTF-16 units is one character. */
export const isPassword = (text: string): boolean => {
  const { length } = [...text]
  // a lone surrogate is sent as the replacement character, so different passwords would match
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && !/\p{Surrogate}/u.test(text)
}
