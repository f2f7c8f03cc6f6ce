import {
  compareNames,
  compareValues,
  sortValue,
  type SortColumn,
  type SortDirection,
} from '../domain/sorting'

/**
 * Ranks names. Sorting 100,000 names takes half a second, so it is spread over the download and kept for the next
 * list.
 */
export class NameRanks {
  private sorted: string[] = []
  /** Ranks of names; 0 for those learned since the ranking. */
  private ranks = new Map<string, number>()
  private isCurrent = false

  add(names: readonly string[]): void {
    const added = [...new Set(names)].filter((name) => !this.ranks.has(name))
    if (added.length === 0) return
    for (const name of added) this.ranks.set(name, 0)
    // V8 merges two sorted runs with about one comparison per name
    this.sorted = [...this.sorted, ...added.sort(compareNames)].sort(compareNames)
    this.isCurrent = false
  }

  rank(names: readonly string[]): Uint32Array {
    this.add(names)
    if (!this.isCurrent) this.update()
    return Uint32Array.from(names, (name) => this.ranks.get(name)!)
  }

  private update(): void {
    let rank = 0
    this.sorted.forEach((name, at) => {
      if (at > 0 && compareNames(this.sorted[at - 1]!, name) !== 0) rank += 1
      this.ranks.set(name, rank)
    })
    this.isCurrent = true
  }
}

/** Ranks columns that compare quickly. Equal values share a rank. */
export function rankValues<Row>(rows: readonly Row[], column: SortColumn<Row>): Uint32Array {
  const values = rows.map((row) => sortValue(column, row))
  const different = [...new Set(values)].sort((a, b) => compareValues(column.kind, a, b))
  const rankOf = new Map(different.map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => rankOf.get(value)!)
}

/** Sorts in linear time, stable in both directions. */
export function orderBy(ranks: Uint32Array, direction: SortDirection): Uint32Array {
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
