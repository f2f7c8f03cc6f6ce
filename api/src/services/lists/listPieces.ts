/** JSON strings escape line feeds, so rows can be split into lines without parsing. */
export const ROW_SEPARATOR = ',\n'

/** The inside of a JSON list, one or more rows each. */
export type RowPieces = Iterable<string> | AsyncIterable<string>

/** The place of a row among rows in order of time, several of which may share an instant. */
export interface Place {
  /** Microseconds since 1970. */
  time: number
  id: number
}

export interface Chunk<Last> {
  /** Null when no row of the chunk is in the list. */
  json: string | null
  /** Null for the last chunk. */
  last: Last | null
}

export const CHUNK_ROWS = 2000

/**
 * The first piece is read before this resolves, so that a failing database is still an error answer. Each
 * chunk is a statement of its own, which lets other requests in between: there is no snapshot of the list, and
 * a row that comes or goes meanwhile may or may not be in it.
 */
export async function piecesOf<Last>(
  read: (after: Last | null) => Promise<Chunk<Last>>,
): Promise<AsyncIterable<string>> {
  return pieces(await read(null), read)
}

async function* pieces<Last>(
  first: Chunk<Last>,
  read: (after: Last | null) => Promise<Chunk<Last>>,
): AsyncGenerator<string> {
  for (let chunk = first; ; chunk = await read(chunk.last)) {
    if (chunk.json !== null) yield chunk.json
    if (chunk.last === null) return
  }
}
