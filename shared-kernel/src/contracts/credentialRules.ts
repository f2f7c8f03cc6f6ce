/** The reference API's rules for user names and passwords. */
export const MAX_USER_NAME_LENGTH = 64
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 1024

/** Counts code points: an emoji of two UTF-16 units is one character. */
export const isPassword = (text: string): boolean => {
  const { length } = [...text]
  // a lone surrogate is sent as the replacement character, so different passwords would match
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && !/\p{Surrogate}/u.test(text)
}
