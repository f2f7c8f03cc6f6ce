import type { User } from '../contracts/user'

/** One form for all cases of a letter, and for letters typed with or without a combining accent. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

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

/**
 * A search of a long list, made once: the texts are folded when it is first searched, and not at every
 * letter. Nothing typed finds the list itself.
 */
export function searchIndex<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): (query: string) => readonly T[] {
  let texts: string[] | null = null
  return (query) => {
    const wanted = folded(query.trim())
    if (wanted === '') return items
    const index = (texts ??= items.map((item) => folded(textOf(item))))
    return items.filter((_, at) => index[at]!.includes(wanted))
  }
}
