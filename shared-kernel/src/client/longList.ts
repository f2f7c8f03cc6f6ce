import type { AxiosProgressEvent, AxiosResponseTransformer } from 'axios'
import type { Steps } from '../contracts/steps'
import { firstOfItsIdentity } from '../contracts/wire'
import { CallError } from './errors'
import { http } from './http'
import { inSlices } from './inSlices'

/** How much text is parsed at a time: some milliseconds' worth. */
const PIECE_CHARS = 20_000
/** The first piece of a longer list fills a screen. */
const FIRST_CHARS = 12_000
/** A list stays text; what the server says of a failure is read as of any other call. */
const keepListAsText: AxiosResponseTransformer = (data: string, _headers, status = 200) => {
  if (status < 300) return data
  return parsed(data) ?? data
}

/** What is given of a text so far, and whether that is all of it. */
type ReadOn = (text: string, isWhole: boolean) => Generator<unknown[]>

/**
 * Reads the items of a JSON array, some at a time, also while its text still grows. A comma behind a brace may
 * stand inside an item too: then what is before it is no JSON, and the next one is tried.
 *
 * @throws SyntaxError where the text is no JSON, or no array
 */
export function pieceReader(pieceChars = PIECE_CHARS): ReadOn {
  let from = 0
  let least = Math.min(pieceChars, FIRST_CHARS)
  return function* (text, isWhole) {
    if (from === 0) {
      const start = text.search(/\S/)
      if (start === -1 && !isWhole) return
      if (text[start] !== '[') throw new SyntaxError('Not an array')
      from = start + 1
    }
    const end = isWhole ? endOfArray(text) : text.length
    while (from < end) {
      const comma = text.indexOf('},', from + least) + 1
      if (comma === 0 && !isWhole) return
      const to = comma === 0 ? end : comma
      const piece = parsed(`[${text.slice(from, to)}]`)
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
}

function endOfArray(text: string): number {
  const end = text.trimEnd().length - 1
  if (end < 1 || text[end] !== ']') throw new SyntaxError('Not an array')
  return end
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** In a browser, what has come of an answer; elsewhere calls go without such requests. */
function arrived({ event }: AxiosProgressEvent): string | null {
  if (typeof XMLHttpRequest === 'undefined') return null
  const request: unknown = (event as ProgressEvent | undefined)?.target
  if (!(request instanceof XMLHttpRequest)) return null
  return request.readyState === XMLHttpRequest.LOADING && request.status === 200 ? request.responseText : null
}

interface LongListOptions<T> {
  /** Null for an item that is nothing usable: it is left out. */
  normalise: (item: unknown) => T | null
  /** Of two items with one identity the first stays; those without any (null) all stay. */
  identityOf: (item: T) => number | string | null
  signal: AbortSignal
  /** Is given the first items of a list that is still on its way; once, or never. */
  showFirst?: ((items: T[]) => void) | undefined
}

/**
 * GETs a list that may hold 100,000 items. What has come of it is read while the rest is on its way, and beside
 * the page's other work.
 *
 * @throws CallError also where the answer is no list
 */
export async function fetchLongList<T>(
  path: string,
  { normalise, identityOf, signal, showFirst }: LongListOptions<T>,
): Promise<T[]> {
  const list: T[] = []
  const piecesIn = pieceReader()
  const isNew = firstOfItsIdentity(identityOf)
  function* taking(text: string, isWhole: boolean): Steps<void> {
    for (const piece of piecesIn(text, isWhole)) {
      const isFirst = list.length === 0
      for (const raw of piece) {
        const item = normalise(raw)
        if (item !== null && isNew(item)) list.push(item)
      }
      if (isFirst && list.length > 0 && !isWhole) showFirst?.([...list])
      yield
    }
  }
  let reading = Promise.resolve()
  const readOn = (text: string, isWhole: boolean) => {
    reading = reading.then(() => inSlices(taking(text, isWhole), signal))
    // it is looked at when all is there
    reading.catch(() => undefined)
  }
  const { data } = await http.get<unknown>(path, {
    signal,
    responseType: 'text',
    transformResponse: keepListAsText,
    onDownloadProgress: (progress) => {
      const text = arrived(progress)
      if (text !== null) readOn(text, false)
    },
  })
  readOn(String(data), true)
  try {
    await reading
  } catch (error) {
    if (error instanceof SyntaxError) throw new CallError(`${path} answered no list`, { cause: error })
    throw error
  }
  return list
}
