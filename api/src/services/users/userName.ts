/**
 * The form in which two user names are the same: compatible forms of a letter and upper and lower case
 * count as one. Made here and stored, so that no database's locale has a say in it. Control characters,
 * which no name has, are replaced: PostgreSQL takes no NUL.
 */
export const nameKey = (userName: string): string =>
  userName
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '\uFFFD')

/** 1 to 64 characters, none of them a slash (it separates the names of a tree) or a control character. */
export const isUserName = (text: string): boolean =>
  /^[^/\p{Cc}\p{Surrogate}]{1,64}$/u.test(text) && text.trim() === text

export const MIN_PASSWORD_LENGTH = 8
