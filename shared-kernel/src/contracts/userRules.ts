/** What the reference API takes for a user's name and password. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 1024

/** 1 to 64 characters, none of them a slash (it separates the names of a tree) or a control character. */
export const isUserName = (text: string): boolean =>
  /^[^/\p{Cc}\p{Surrogate}]{1,64}$/u.test(text) && text.trim() === text

export const isPassword = (text: string): boolean => {
  const { length } = [...text]
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
}
