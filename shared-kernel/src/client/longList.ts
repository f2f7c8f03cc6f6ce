import type { AxiosResponseTransformer } from 'axios'
import type { Steps } from '../contracts/steps'
import { CallError } from './errors'
import { http } from './http'
import { inSlices } from './inSlices'

/** How much text is parsed at a time: some milliseconds' worth. */
const PIECE_CHARS = 100_000
/** A list stays text; what the server says of a failure is read as of any other call. */
const keepListAsText: AxiosResponseTransformer = (data: string, _headers, status = 200) => {
  if (status < 300) return data
  return parsed(data) ?? data
}

/**
 * The items of a JSON array, some at a time. A comma behind a brace may also stand inside an item: then what
 * is before it is no JSON, and the next one is tried.
 *
 * @throws SyntaxError where the text is no JSON, or no array
 */
export function* piecesOf(text: string, pieceChars = PIECE_CHARS): Generator<unknown[]> {
  const list = text.trim()
  if (!list.startsWith('[') || !list.endsWith(']')) throw new SyntaxError('Not an array')
  const end = list.length - 1
  let from = 1
  let least = pieceChars
  while (from < end) {
    const comma = list.indexOf('},', from + least) + 1
    const to = comma === 0 ? end : comma
    const piece = parsed(`[${list.slice(from, to)}]`)
    if (Array.isArray(piece)) {
      yield piece
      from = to + 1
      least = pieceChars
    } else {
      if (to === end) throw new SyntaxError('Not JSON')
      least = to - from
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function* readingList<T>(text: string, normalise: (items: readonly unknown[]) => T[]): Steps<T[]> {
  const list: T[] = []
  for (const piece of piecesOf(text)) {
    for (const item of normalise(piece)) {
      list.push(item)
      yield
    }
  }
  return list
}

/**
 * GETs a list that may hold 100,000 items. Its text, too, is read beside the page's other work.
 *
 * @param normalise takes the items as sent, some at a time
 * @throws CallError also where the answer is no list
 */
export async function fetchLongList<T>(
  path: string,
  normalise: (items: readonly unknown[]) => T[],
  signal: AbortSignal,
): Promise<T[]> {
  const { data } = await http.get<unknown>(path, {
    signal,
    responseType: 'text',
    transformResponse: keepListAsText,
  })
  try {
    return await inSlices(readingList(String(data), normalise), signal)
  } catch (error) {
    if (error instanceof SyntaxError) throw new CallError(`${path} answered no list`, { cause: error })
    throw error
  }
}
