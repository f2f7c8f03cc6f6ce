import { foldCase } from '../domain/search'
import {
  compareNames,
  compareValues,
  sortValue,
  type Sort,
  type SortColumn,
  type SortDirection,
} from '../domain/sorting'
import type { Branches, Identity, ListKind, ListView, RowChange } from './listKinds'
import { UserTree, type Mask, type TreeRows } from './userTree'

export interface Found {
  indexes: Uint32Array
  /** Null unless the view asks for a tree. */
  tree: TreeRows | null
}

const NEVER_TYPED = '\0'

export class ListIndex<Row, Filter extends object> implements Branches {
  rows: Row[] = []
  private readonly identities = new Map<Identity, number>()
  private nameRanks = new Map<string, NameRanks>()
  private searchKeys: { all: string[]; name: string[] | null } = { all: [], name: null }
  private orders = new Map<string, Uint32Array>()
  private lastSearch: { wanted: string; keys: string[]; found: Mask } | null = null
  private userTree: UserTree | null = null

  private readonly kind: ListKind<Row, Filter>
  readonly ofUsers: Branches['ofUsers']
  readonly blockedOwnersOf?: Branches['blockedOwnersOf']

  constructor(
    kind: ListKind<Row, Filter>,
    ofUsers: Branches['ofUsers'],
    blockedOwnersOf?: Branches['blockedOwnersOf'],
  ) {
    this.kind = kind
    this.ofUsers = ofUsers
    this.blockedOwnersOf = blockedOwnersOf
  }

  /** False for a row whose identity exists already. */
  add(row: Row): boolean {
    const identity = this.kind.identityOf(row)
    if (identity !== null) {
      if (this.identities.has(identity)) return false
      this.identities.set(identity, this.rows.length)
    }
    this.rows.push(row)
    this.searchKeys.all.push(this.kind.searchTexts.all(row))
    return true
  }

  /** A copy to which rows can be added without changing this one. */
  copy(): ListIndex<Row, Filter> {
    const copy = new ListIndex(this.kind, this.ofUsers, this.blockedOwnersOf)
    for (const row of this.rows) copy.add(row)
    return copy
  }

  indexOf(row: Row): number | undefined {
    const identity = this.kind.identityOf(row)
    return identity === null ? undefined : this.identities.get(identity)
  }

  /** Saves comparing known names again. */
  useRanksOf(before: ListIndex<Row, Filter>): void {
    this.nameRanks = before.nameRanks
  }

  /** Called every so many rows, to spread the sorting over the download. */
  learnNames(from: number): void {
    const rows = this.rows.slice(from)
    for (const key of this.kind.nameColumns) this.ranksOfNames(key).learn(this.namesIn(rows, key))
  }

  prepare(): void {
    for (const key of this.kind.nameColumns) this.orderOf({ key, direction: 'asc' })
    // the first search runs before its code is compiled, three times as slow
    this.search(NEVER_TYPED, 'all')
  }

  change(change: RowChange<Row>): void {
    if ('put' in change) this.put(change.put)
    else this.remove(change.remove)
    this.searchKeys.name = null
    this.orders.clear()
    this.lastSearch = null
    this.userTree = null
  }

  private put(row: Row): void {
    const index = this.indexOf(row)
    if (index === undefined) return void this.add(row)
    this.rows[index] = row
    this.searchKeys.all[index] = this.kind.searchTexts.all(row)
  }

  private remove(identity: Identity): void {
    const removed = this.identities.get(identity)
    if (removed === undefined) return
    this.rows.splice(removed, 1)
    this.searchKeys.all.splice(removed, 1)
    this.identities.delete(identity)
    for (const [each, index] of this.identities) if (index > removed) this.identities.set(each, index - 1)
  }

  /** Positions of a user and everyone below in their branch, by user id. Lists of users only. */
  branchById(userId: number): ReadonlyMap<number, number> {
    const branch = new Map<number, number>()
    const members = this.members()
    this.ofThisList(userId).forEach((position, index) => {
      if (position >= 0) branch.set(members[index]!.userId, position)
    })
    return branch
  }

  find({ sort, search = '', searchIn = 'all', filter, branches, within = null }: ListView<Filter>): Found {
    const order = sort ? this.orderOf(sort) : Uint32Array.from(this.rows.keys())
    const found = this.search(foldCase(search.trim()), searchIn)
    const positionOf = filter && this.kind.positionOf(filter, this)
    const tree = branches
      ? this.tree().rows(order, this.passing(found, positionOf), { toggled: new Set(branches), top: within })
      : null
    const inside = within === null ? null : this.ofThisList(within)
    const indexes = new Uint32Array(order.length)
    const positions = new Uint32Array(positionOf ? order.length : 0)
    let count = 0
    for (const index of order) {
      if (found?.[index] === 0 || (inside && inside[index]! < 0)) continue
      const position = positionOf?.(this.rows[index]!, index)
      if (position === null) continue
      // a requested sort wins over the order of a branch
      if (position !== undefined) positions[count] = sort ? 0 : position
      indexes[count++] = index
    }
    const passed = indexes.slice(0, count)
    if (!positionOf) return { indexes: passed, tree }
    return { indexes: orderBy(positions.slice(0, count), 'asc').map((at) => passed[at]!), tree }
  }

  /** Null without search and filter. */
  private passing(
    found: Mask | null,
    positionOf: ((row: Row, index: number) => number | null) | undefined,
  ): Mask | null {
    if (!positionOf) return found
    return Uint8Array.from(this.rows, (row, index) =>
      Number(found?.[index] !== 0 && positionOf(row, index) !== null),
    )
  }

  readonly ofThisList = (userId: number): Int32Array => this.tree().branchOf(userId)

  /** Null without a search. */
  private search(wanted: string, searchIn: 'all' | 'name'): Mask | null {
    if (wanted === '') return null
    const keys =
      searchIn === 'all'
        ? this.searchKeys.all
        : (this.searchKeys.name ??= this.rows.map(this.kind.searchTexts.name))
    const last = this.lastSearch?.keys === keys ? this.lastSearch : null
    if (last?.wanted === wanted) return last.found
    // a longer text is only found where its beginning was
    const known = last && wanted.includes(last.wanted) ? last.found : null
    const found: Mask = new Uint8Array(keys.length)
    for (let index = 0; index < keys.length; index += 1) {
      if (known?.[index] !== 0 && keys[index]!.includes(wanted)) found[index] = 1
    }
    this.lastSearch = { wanted, keys, found }
    return found
  }

  private orderOf({ key, direction }: Sort): Uint32Array {
    const name = `${direction} ${key}`
    const known = this.orders.get(name)
    if (known) return known
    const order = orderBy(this.ranksOf(key), direction)
    this.orders.set(name, order)
    return order
  }

  private ranksOf(key: string): Ranks {
    const column = this.kind.column(key)
    if (column.kind !== 'name') return rankValues(this.rows, column)
    return this.ranksOfNames(key).rank(this.namesIn(this.rows, key))
  }

  private ranksOfNames(key: string): NameRanks {
    const ranks = this.nameRanks.get(key) ?? new NameRanks()
    this.nameRanks.set(key, ranks)
    return ranks
  }

  private namesIn(rows: readonly Row[], key: string): string[] {
    const column = this.kind.column(key)
    return rows.map((row) => String(sortValue(column, row)))
  }

  private tree(): UserTree {
    return (this.userTree ??= new UserTree(this.members()))
  }

  private members() {
    return this.rows as unknown as { userId: number; parentUserId: number | null }[]
  }
}

/** Per row; equal values have one rank. */
export type Ranks = Uint32Array

/** Sorting 100,000 names takes half a second: it is spread over the download and kept for the next list. */
export class NameRanks {
  private sorted: string[] = []
  /** 0 for names learned since it was made. */
  private ranks = new Map<string, number>()
  private isCurrent = false

  learn(names: readonly string[]): void {
    const added = [...new Set(names)].filter((name) => !this.ranks.has(name))
    if (added.length === 0) return
    for (const name of added) this.ranks.set(name, 0)
    // V8 merges two sorted runs with about one comparison a name
    this.sorted = [...this.sorted, ...added.sort(compareNames)].sort(compareNames)
    this.isCurrent = false
  }

  rank(names: readonly string[]): Ranks {
    this.learn(names)
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

/** For columns that compare quickly. */
export function rankValues<Row>(rows: readonly Row[], column: SortColumn<Row>): Ranks {
  const values = rows.map((row) => sortValue(column, row))
  const different = [...new Set(values)].sort((a, b) => compareValues(column.kind, a, b))
  const rankOf = new Map(different.map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => rankOf.get(value)!)
}

/** Linear time, stable in both directions. */
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
