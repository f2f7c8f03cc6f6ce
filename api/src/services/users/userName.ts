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
