import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>
export interface Differences {
  readonly before: Fields
  readonly after: Fields
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists give only removed and added items: copies could take a thousand times more space. */
export function differences(before: object, after: object): Differences {
  const [was, is] = [before as Fields, after as Fields]
  const result = { before: {} as Fields, after: {} as Fields }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [one, other] = [was[name], is[name]]
    if (isDeepStrictEqual(one, other)) continue
    const nested =
      isFields(one) && isFields(other)
        ? differences(one, other)
        : Array.isArray(one) && Array.isArray(other)
          ? listDifferences(one, other)
          : { before: one, after: other }
    result.before[name] = nested.before
    result.after[name] = nested.after
  }
  return result
}

/** Lists are treated as sets: after reordering, both are empty. */
const listDifferences = (one: readonly unknown[], other: readonly unknown[]): Differences => ({
  before: { removed: without(one, other) },
  after: { added: without(other, one) },
})

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others)
  return list.filter((item) => !known.has(item))
}

export const isUnchanged = ({ before, after }: Differences): boolean =>
  Object.keys(before).length === 0 && Object.keys(after).length === 0
