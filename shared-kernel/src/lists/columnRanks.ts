import {
  compareNames,
  compareValues,
  sortValue,
  type SortColumn,
  type SortDirection,
} from '../domain/sorting'

/** The rank of each row's value in a column; equal values have one rank. */
export type Ranks = Uint32Array

/**
 * Ranks names by the collator, which is slow: 100,000 names take most of a second. Ranks are kept, so that a list
 * that is read again only compares its new names.
 */
export class NameRanks {
  private sorted: string[] = []
  private readonly rankOf = new Map<string, number>()

  rank(names: readonly string[]): Ranks {
    const added = [...new Set(names)].filter((name) => !this.rankOf.has(name))
    if (added.length > 0) {
      // the known names are one sorted run, which costs the engine's merge sort one comparison a name
      this.sorted = [...this.sorted, ...added.sort(compareNames)].sort(compareNames)
      let rank = 0
      this.sorted.forEach((name, at) => {
        if (at > 0 && compareNames(this.sorted[at - 1]!, name) !== 0) rank += 1
        this.rankOf.set(name, rank)
      })
    }
    return Uint32Array.from(names, (name) => this.rankOf.get(name)!)
  }
}

/** Ranks of a column that is compared quickly. */
export function rankValues<Row>(rows: readonly Row[], column: SortColumn<Row>): Ranks {
  const values = rows.map((row) => sortValue(column, row))
  const different = [...new Set(values)].sort((a, b) => compareValues(column.kind, a, b))
  const rankOf = new Map(different.map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => rankOf.get(value)!)
}

/** Row indexes in the order of their ranks, in linear time; stable in both directions. */
export function orderBy(ranks: Ranks, direction: SortDirection): Uint32Array {
  let last = 0
  for (const rank of ranks) last = Math.max(last, rank)
  const slotOf = (rank: number) => (direction === 'asc' ? rank : last - rank)
  const next = new Uint32Array(last + 2)
  for (const rank of ranks) next[slotOf(rank) + 1]! += 1
  for (let slot = 1; slot < next.length; slot += 1) next[slot]! += next[slot - 1]!
  const order = new Uint32Array(ranks.length)
  ranks.forEach((rank, index) => (order[next[slotOf(rank)]!++] = index))
  return order
}
