import type { User } from '../contracts/user'

/** One form for all cases of a letter, and for letters typed with or without a combining accent. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether any of the texts holds what was typed, whatever the case. Nothing typed finds everything. */
export function matcher(query: string): (...texts: (string | null)[]) => boolean {
  const wanted = folded(query.trim())
  return (...texts) => wanted === '' || texts.some((text) => text !== null && folded(text).includes(wanted))
}

/** The users whose name or country holds the text typed. */
export function searchUsers<T extends Pick<User, 'userName' | 'countryName'>>(
  users: readonly T[],
  query: string,
): readonly T[] {
  if (query.trim() === '') return users
  const matches = matcher(query)
  return users.filter((user) => matches(user.userName, user.countryName))
}
