import type { Steps } from '../contracts/steps'
import type { User } from '../contracts/user'

const PLAIN = /^[\0-\x7f]*$/
const ACCENTS = /[\u0300-\u036f]+/g

/** What was typed, as it is looked for: in one form for all cases, and for both ways to write an accent. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * A text as it is searched: folded and, where it has accents, once more without them. So 'garcia' finds
 * García, while 'garcía' finds nobody who is written otherwise.
 */
export function searchable(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return `${folded(text)}\n${lower.normalize('NFD').replace(ACCENTS, '')}`
}

/** Whether any of the texts holds what was typed, whatever the case. Nothing typed finds everything. */
export function matcher(query: string): (...texts: (string | null)[]) => boolean {
  const wanted = folded(query.trim())
  return (...texts) =>
    wanted === '' || texts.some((text) => text !== null && searchable(text).includes(wanted))
}

type Found = Pick<User, 'userName' | 'countryName'>

/** Whether both are found by the same texts. */
export const isFoundAs = (a: Found, b: Found): boolean =>
  a.userName === b.userName && a.countryName === b.countryName

/** What users are found by, all in one text: one search of it takes the place of 100,000. */
export interface SearchTexts {
  text: string
  /** Where each user's part begins; one more, where the last one ends. */
  starts: Uint32Array
}

/** Between two users. */
const BREAK = '\0'

/** Makes the texts of many users in steps, so that no search has to. */
export function* foldingTexts(users: readonly Found[]): Steps<SearchTexts> {
  const parts: string[] = []
  const starts = new Uint32Array(users.length + 1)
  let end = 0
  for (const { userName, countryName } of users) {
    const part = searchable(`${userName}\n${countryName ?? ''}${BREAK}`)
    starts[parts.push(part)] = end += part.length
    yield
  }
  return { text: parts.join(''), starts }
}

/**
 * The users whose name or country holds the text typed.
 *
 * @param order the users' indices
 * @returns the indices found, in that order; the very same where nothing is typed
 */
export function searchUsers({ text, starts }: SearchTexts, order: Uint32Array, query: string): Uint32Array {
  const wanted = folded(query.trim())
  if (wanted === '') return order
  if (wanted.includes(BREAK)) return new Uint32Array(0)
  const isFound = new Uint8Array(order.length)
  let index = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[index + 1])) {
    while (starts[index + 1]! <= at) index += 1
    isFound[index] = 1
  }
  return order.filter((at) => isFound[at] === 1)
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
    const index = (texts ??= items.map((item) => searchable(textOf(item))))
    return items.filter((_, at) => index[at]!.includes(wanted))
  }
}
