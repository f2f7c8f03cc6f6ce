export type WireRecord = Readonly<Record<string, unknown>>
/** Accepts anything and never throws. `undefined` means invalid: the field's next name is read, or its default is used. */
export type Reader<T> = (value: unknown) => T | undefined

/** The level of a user without one; below all real levels. */
export const MISSING_LEVEL = 999

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const INTEGER = /^[+-]?\d+$/

export const isRecord = (value: unknown): value is WireRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asRecord = (value: unknown): WireRecord => (isRecord(value) ? value : {})

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Text as sent, including empty text; numbers become their digits. */
export const readText: Reader<string> = (value) => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** Non-empty text; empty text does not hide the field's next name. */
export const readFilledText: Reader<string> = (value) => {
  const text = readText(value)
  return text === undefined || text.trim() === '' ? undefined : text
}

/** Finite numbers, and text in decimal or exponent notation; not '', '0x10' or 'Infinity'. */
export const readNumber: Reader<number> = (value) => {
  if (typeof value === 'string') {
    const text = value.trim()
    return DECIMAL.test(text) ? readNumber(Number(text)) : undefined
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Whole numbers that JavaScript holds exactly: ids, levels and counts. */
export const readInteger: Reader<number> = (value) => {
  const number = typeof value === 'string' && !INTEGER.test(value.trim()) ? undefined : readNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** true, 1, '1', 'true' and their opposites; anything else is invalid. */
export const readBoolean: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === 1 || word === '1' || word === 'true') return true
  if (word === 0 || word === '0' || word === 'false') return false
  return undefined
}

interface ChoiceReader<T extends string = string> extends Reader<T> {
  readonly choices: readonly T[]
}

/** A word from a closed list, ignoring case. @param unknown the result for other words */
export function readChoice<T extends string>(choices: readonly T[], unknown?: T): ChoiceReader<T> {
  const read: Reader<T> = (value) => {
    const word = readFilledText(value)?.trim().toLowerCase()
    return word === undefined
      ? undefined
      : (choices.find((choice) => choice.toLowerCase() === word) ?? unknown)
  }
  return Object.assign(read, { choices })
}

export const isChoiceReader = (read: Reader<unknown>): read is ChoiceReader => 'choices' in read

/** The first valid value under these names. It reads own fields only, so that no name reaches the prototype. */
export function firstOf<T>(record: WireRecord, names: readonly string[], read: Reader<T>): T | undefined {
  for (const name of names) {
    if (!Object.hasOwn(record, name)) continue
    const value = read(record[name])
    if (value !== undefined) return value
  }
  return undefined
}

/** Accepts the first item with each identity, and all items without one. */
export function uniqueBy<T>(identityOf: (item: T) => number | string | null): (item: T) => boolean {
  const seen = new Set<number | string>()
  return (item) => {
    const identity = identityOf(item)
    if (identity === null) return true
    const isFirst = !seen.has(identity)
    seen.add(identity)
    return isFirst
  }
}

/** Reads items in the server's order, dropping duplicates and invalid items. */
export const normaliseList = <T>(
  wire: unknown,
  normalise: (item: unknown) => T | null,
  identityOf: (item: T) => number | string | null,
): T[] =>
  asList(wire)
    .map(normalise)
    .filter((item) => item !== null)
    .filter(uniqueBy(identityOf))
