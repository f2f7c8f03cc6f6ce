const thousands = new Intl.NumberFormat('en-US')

/** '1,000'. */
export const grouped = (count: number): string => thousands.format(count)

/** '1 user', '1,000 users'. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

/** Part of a total: '12 of 1,000 users'. */
export const countedOf = (shown: number, all: number, noun: string): string =>
  `${grouped(shown)} of ${counted(all, noun)}`

/** 'Slot 1, Slot 2 and 4 more'. */
export function namesIn<Item>(items: readonly Item[], nameOf: (item: Item) => string, max = 8): string {
  const names = items.slice(0, max).map(nameOf).join(', ')
  return items.length > max ? `${names} and ${grouped(items.length - max)} more` : names
}

/**
 * A list is loaded completely even if a search shows little of it. Above this row count that takes noticeable
 * time (ADR 22).
 */
const MANY = 100_000

export const allLoaded = (text: string, all: number): string => (all > MANY ? `${text}, all loaded` : text)

/** The limit in characters. */
const MAX_PART_LENGTH = 40
/** A name of this length, with a day and an extension, fits into the 255 bytes that file systems allow. */
const MAX_BYTES = 200

/** 'machines-blocked-search-joe': letters, digits and hyphens only. */
export function fileNameOf(parts: readonly (string | false | null | undefined)[]): string {
  const words = parts.map((part) => safeWords(part || '')).filter((part) => part !== '')
  const characters = [...words.join('-')]
  while (new TextEncoder().encode(characters.join('')).length > MAX_BYTES) characters.pop()
  return characters.join('').replace(/-$/, '')
}

const safeWords = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ]
    .slice(0, MAX_PART_LENGTH)
    .join('')
    .replace(/^-|-$/g, '')
