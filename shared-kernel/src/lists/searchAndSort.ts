import { foldCase } from '../domain/search'
import { sortValue, type Sort } from '../domain/sorting'
import type { Branches, Identity, ListKind, ListView, RowChange, ViewResult } from './listKinds'
import { NameRanks, orderBy, rankValues } from './ranks'
import { UserTree, type RowSet } from './userTree'

export interface IndexedRows<Row> {
  rows: readonly Row[]
  indexOf: (row: Row) => number | undefined
}

/** The rows of a list, with the indexes that make searching and sorting fast. */
export class ListIndex<Row, Filter extends object> implements Branches {
  rows: Row[] = []
  private readonly identities = new Map<Identity, number>()
  private readonly search: TextSearch<Row>
  private sorting: RowSorting<Row>
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
    this.search = new TextSearch(kind)
    this.sorting = new RowSorting(kind, new Map())
  }

  /** Returns false for a row whose identity already exists. */
  add(row: Row): boolean {
    const identity = this.kind.identityOf(row)
    if (identity !== null) {
      if (this.identities.has(identity)) return false
      this.identities.set(identity, this.rows.length)
    }
    this.rows.push(row)
    this.search.keys.push(this.kind.searchTexts.all(row))
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

  /** Takes over the ranks of an earlier list, which saves comparing its names again. */
  inheritRanks(before: ListIndex<Row, Filter>): void {
    this.sorting = new RowSorting(this.kind, before.sorting.nameRanks)
  }

  /** Called after each batch of rows, to spread the sorting of names over the download. */
  rankNames(from: number): void {
    this.sorting.rankNames(this.rows.slice(from))
  }

  /** Makes the first sort and the first search as fast as later ones. */
  prepare(): void {
    for (const key of this.kind.nameColumns) this.sorting.orderOf(this.rows, { key, direction: 'asc' })
    // a search takes three times as long before its code is compiled
    this.search.find(this.rows, NEVER_TYPED, 'all')
  }

  /** The current rows, unaffected by later changes. */
  snapshot(): IndexedRows<Row> {
    const [rows, identities] = [[...this.rows], new Map(this.identities)]
    const { identityOf } = this.kind
    return { rows, indexOf: (row) => identities.get(identityOf(row)!) }
  }

  /** Changes the rows as `changedRows` does. */
  change(changes: readonly RowChange<Row>[]): void {
    for (const change of changes) if ('put' in change) this.put(change.put, change.ifListed)
    this.remove(changes.flatMap((change) => ('remove' in change ? [change.remove] : [])))
    this.search.clearCache()
    this.sorting.clearCache()
    this.userTree = null
  }

  private put(row: Row, ifListed = false): void {
    const index = this.indexOf(row)
    if (index === undefined) return ifListed ? undefined : void this.add(row)
    this.rows[index] = row
    this.search.keys[index] = this.kind.searchTexts.all(row)
  }

  private remove(identities: readonly Identity[]): void {
    const removed = new Set(identities.map((identity) => this.identities.get(identity)))
    removed.delete(undefined)
    if (removed.size === 0) return
    const isKept = (_: unknown, index: number) => !removed.has(index)
    this.search.keys = this.search.keys.filter(isKept)
    this.rows = this.rows.filter(isKept)
    this.identities.clear()
    this.rows.forEach((row, index) => {
      const identity = this.kind.identityOf(row)
      if (identity !== null) this.identities.set(identity, index)
    })
  }

  find({
    sort,
    search = '',
    searchIn = 'all',
    filter,
    branches,
    within = null,
  }: ListView<Filter>): ViewResult {
    const { rows } = this
    const order = sort ? this.sorting.orderOf(rows, sort) : Uint32Array.from(rows.keys())
    const found = this.search.find(rows, foldCase(search.trim()), searchIn)
    const positionOf = filter && this.kind.positionOf(filter, this)
    const tree = branches
      ? this.tree().rows(order, this.matches(found, positionOf), { toggled: new Set(branches), top: within })
      : null
    const inside = within === null ? null : this.ofThisList(within)
    const indexes = new Uint32Array(order.length)
    const positions = new Uint32Array(positionOf ? order.length : 0)
    let count = 0
    for (const index of order) {
      if (found?.[index] === 0 || (inside && inside[index]! < 0)) continue
      const position = positionOf?.(rows[index]!, index)
      if (position === null) continue
      // a requested sort wins over the order of a branch
      if (position !== undefined) positions[count] = sort ? 0 : position
      indexes[count++] = index
    }
    const passed = indexes.slice(0, count)
    if (!positionOf) return { indexes: passed, tree }
    return { indexes: orderBy(positions.slice(0, count), 'asc').map((at) => passed[at]!), tree }
  }

  /** Null if there is neither a search nor a filter. */
  private matches(
    found: RowSet | null,
    positionOf: ((row: Row, index: number) => number | null) | undefined,
  ): RowSet | null {
    if (!positionOf) return found
    return Uint8Array.from(this.rows, (row, index) =>
      Number(found?.[index] !== 0 && positionOf(row, index) !== null),
    )
  }

  readonly ofThisList = (userId: number): Int32Array => this.tree().branchOf(userId)

  /** Positions of a user and everyone below in their branch, by user id. Lists of users only. */
  branchById(userId: number): ReadonlyMap<number, number> {
    const branch = new Map<number, number>()
    const members = this.members()
    this.ofThisList(userId).forEach((position, index) => {
      if (position >= 0) branch.set(members[index]!.userId, position)
    })
    return branch
  }

  private tree(): UserTree {
    return (this.userTree ??= new UserTree(this.members()))
  }

  private members() {
    return this.rows as unknown as { userId: number; parentUserId: number | null }[]
  }
}

const NEVER_TYPED = '\0'
type SearchedKind<Row> = Pick<ListKind<Row, never>, 'searchTexts'>
type SortedKind<Row> = Pick<ListKind<Row, never>, 'column' | 'nameColumns'>

/** Searches the texts of the rows; the index keeps their keys up to date. */
class TextSearch<Row> {
  /** Search keys by row index. */
  keys: string[] = []
  private nameKeys: string[] | null = null
  private last: { wanted: string; keys: string[]; found: RowSet } | null = null
  private readonly kind: SearchedKind<Row>

  constructor(kind: SearchedKind<Row>) {
    this.kind = kind
  }

  /** Null without a search. */
  find(rows: readonly Row[], wanted: string, searchIn: 'all' | 'name'): RowSet | null {
    if (wanted === '') return null
    const keys = searchIn === 'all' ? this.keys : (this.nameKeys ??= rows.map(this.kind.searchTexts.name))
    const last = this.last?.keys === keys ? this.last : null
    if (last?.wanted === wanted) return last.found
    // a longer query can only match rows that its prefix matched
    const candidates = last && wanted.includes(last.wanted) ? last.found : null
    const found: RowSet = new Uint8Array(keys.length)
    for (let index = 0; index < keys.length; index += 1) {
      if (candidates?.[index] !== 0 && keys[index]!.includes(wanted)) found[index] = 1
    }
    this.last = { wanted, keys, found }
    return found
  }

  clearCache(): void {
    this.nameKeys = null
    this.last = null
  }
}

/** Row orders, kept until a row changes. */
class RowSorting<Row> {
  /** Ranks by column; they outlive the rows. */
  readonly nameRanks: Map<string, NameRanks>
  private readonly orders = new Map<string, Uint32Array>()
  private readonly kind: SortedKind<Row>

  constructor(kind: SortedKind<Row>, nameRanks: Map<string, NameRanks>) {
    this.kind = kind
    this.nameRanks = nameRanks
  }

  orderOf(rows: readonly Row[], { key, direction }: Sort): Uint32Array {
    const name = `${direction} ${key}`
    const order = this.orders.get(name) ?? orderBy(this.ranksOf(rows, key), direction)
    this.orders.set(name, order)
    return order
  }

  rankNames(rows: readonly Row[]): void {
    for (const key of this.kind.nameColumns) this.ranksOfNames(key).add(this.namesIn(rows, key))
  }

  clearCache(): void {
    this.orders.clear()
  }

  private ranksOf(rows: readonly Row[], key: string): Uint32Array {
    const column = this.kind.column(key)
    if (column.kind !== 'name') return rankValues(rows, column)
    return this.ranksOfNames(key).rank(this.namesIn(rows, key))
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
}
