/**
 * Between two rows of a piece. JSON takes the line feed for white space; and as no row has one, for a text
 * escapes it, rows become lines without being parsed.
 */
export const ROW_SEPARATOR = ',\n'

/** The inside of a JSON list: one or more rows each. */
export type RowPieces = Iterable<string> | AsyncIterable<string>

/** Some rows of a list that the database writes as JSON itself. */
export interface Chunk<Last> {
  /** The rows; null when none of them is in the list. */
  readonly json: string | null
  /** Where the next chunk begins; null where it is the last one. */
  readonly last: Last | null
}

export const CHUNK_ROWS = 2000

/**
 * A list as pieces of a JSON array's inside. The first piece is read before this resolves, so that a failing
 * database is still an error answer and not a broken list. Each chunk is a statement of its own: other
 * requests get their turn in between, and a row that comes or goes meanwhile may or may not be in the list.
 *
 * @param read the rows after the last one that was read, or the first ones
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
