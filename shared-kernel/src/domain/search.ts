import { forEachInSteps, type Steps } from '../contracts/steps'
import type { User } from '../contracts/user'

/** Latin and Greek letters that may have an accent, and accents that stand by themselves. */
const ACCENTED = /[\u00c0-\u024f\u0300-\u03ff\u1e00-\u1fff]/
const ACCENTS = /[\u0300-\u036f]+/g

/** What was typed, as it is looked for: in one form for all cases, and for both ways to write an accent. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * A text as it is searched: folded and, where it has accents, once more without them. So 'garcia' finds
 * García, while 'garcía' finds nobody who is written otherwise.
 */
export function searchable(text: string): string {
  const lower = folded(text)
  if (!ACCENTED.test(lower)) return lower
  // join() writes the text out; a sum of texts is left to whoever reads it first, here to the first search
  return [lower, lower.normalize('NFD').replace(ACCENTS, '')].join('\n')
}

/** Whether any of the texts holds what was typed, whatever the case. Nothing typed finds everything. */
export function matcher(query: string): (...texts: (string | null)[]) => boolean {
  const wanted = folded(query.trim())
  return (...texts) =>
    wanted === '' || texts.some((text) => text !== null && searchable(text).includes(wanted))
}

type Found = Pick<User, 'userName' | 'countryName'>

/** What a user is searched by. */
export const searchText = ({ userName, countryName }: Found): string =>
  searchable(`${userName}\n${countryName ?? ''}`)

/** What many users are searched by, made in steps, so that no search has to. */
export function* searchTexts(users: readonly Found[]): Steps<string[]> {
  const texts: string[] = []
  yield* forEachInSteps(users, (user) => {
    texts.push(searchText(user))
  })
  return texts
}

/** The indices of the users found, in the order of those given; the very same where nothing is typed. */
export type UserSearch = (order: Uint32Array, query: string) => Uint32Array

/**
 * The search of one list of users by name and country. It keeps what it found last: one letter more is
 * looked for only there.
 *
 * @param texts what the users are searched by
 */
export function userSearch(texts: readonly string[]): UserSearch {
  let last = { wanted: '', isFound: new Uint8Array(texts.length).fill(1) }
  const find = (wanted: string): Uint8Array => {
    if (wanted === last.wanted) return last.isFound
    const known = wanted.includes(last.wanted) ? last.isFound : null
    const isFound = new Uint8Array(texts.length)
    // texts are read as they lie in memory: in the order shown, that took several times as long
    for (let index = 0; index < texts.length; index += 1) {
      if (known?.[index] !== 0 && texts[index]!.includes(wanted)) isFound[index] = 1
    }
    last = { wanted, isFound }
    return isFound
  }
  return (order, query) => {
    const wanted = folded(query.trim())
    if (wanted === '') return order
    const isFound = find(wanted)
    const found = new Uint32Array(order.length)
    let count = 0
    // a plain loop: filter() and for-of took several times as long on a first key, before they are compiled
    for (let place = 0; place < order.length; place += 1) {
      if (isFound[order[place]!] === 1) found[count++] = order[place]!
    }
    return found.slice(0, count)
  }
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
