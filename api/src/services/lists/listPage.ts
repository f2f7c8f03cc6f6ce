import type { Cursors } from './cursors'
import { ROW_SEPARATOR, type RowPieces } from './listPieces'

export interface ListPart {
  readonly pieces: RowPieces
  /** Null on the last page. */
  readonly next: string | null
}

export interface PageRow<Position> {
  readonly position: Position
  /** Null for a row that the search does not find. */
  readonly json: string | null
}

export interface PageChunk<Position> {
  readonly rows: readonly PageRow<Position>[]
  /** Null for the last chunk. */
  readonly last: Position | null
}

export interface PageOptions<Position> {
  readonly limit: number
  readonly cursors: Cursors<Position>
}

interface PageSource<Position> extends PageOptions<Position> {
  readonly start: Position | null
  readonly read: (after: Position | null) => Promise<PageChunk<Position>>
}

/** Each chunk is a statement of its own, as in a whole list. */
export async function readPage<Position>({
  limit,
  start,
  read,
  cursors,
}: PageSource<Position>): Promise<ListPart> {
  const found: PageRow<Position>[] = []
  for (let after = start, atEnd = false; !atEnd && found.length <= limit;) {
    const { rows, last } = await read(after)
    found.push(...rows.filter((row) => row.json !== null))
    after = last
    atEnd = last === null
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    pieces: page.length > 0 ? [page.map((row) => row.json).join(ROW_SEPARATOR)] : [],
    next: last ? cursors.write(last.position) : null,
  }
}
