import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>
interface Differences {
  before: Fields
  after: Fields
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Lists are compared as sets: another order or a duplicate is not a change. The result has only their removed
 * and added items, as copies could take a thousand times more space.
 */
export function differences(before: object, after: object): Differences {
  const [was, is] = [before as Fields, after as Fields]
  const result = { before: {} as Fields, after: {} as Fields }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [one, other] = [was[name], is[name]]
    if (isDeepStrictEqual(one, other)) continue
    const parts = isFields(one) && isFields(other) ? differences(one, other) : listDifferences(one, other)
    if (parts && isUnchanged(parts)) continue
    result.before[name] = parts ? parts.before : one
    result.after[name] = parts ? parts.after : other
  }
  return result
}

function listDifferences(one: unknown, other: unknown): Differences | null {
  if (!Array.isArray(one) || !Array.isArray(other)) return null
  const [removed, added] = [without(one, other), without(other, one)]
  return removed.length + added.length === 0
    ? { before: {}, after: {} }
    : { before: { removed }, after: { added } }
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others)
  return [...new Set(list)].filter((item) => !known.has(item))
}

export const isUnchanged = ({ before, after }: Differences): boolean =>
  Object.keys(before).length === 0 && Object.keys(after).length === 0
