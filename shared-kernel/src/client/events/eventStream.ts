import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { HEARTBEAT_SECONDS, readServerEvent, type ServerEvent } from '../../contracts/events'
import { CallError } from '../errors'
import { http } from '../http'

const PATH = '/api/events'

/** Two heartbeats and a little more, in milliseconds. Measured by the clock, so that sleep counts too. */
export const MAX_SILENCE_MS = (2 * HEARTBEAT_SECONDS + 5) * 1000
/** The time to wait for the first bytes, which a buffering proxy never sends. */
const MAX_START_MS = 10_000
const WATCH_MS = 5_000
/** A stream that ends sooner counts as failed. */
const MIN_UP_MS = 30_000
const MAX_BACKOFF_MS = 30_000
/** A shorter interruption, such as a server replacement, does not make lists outdated. */
const LOST_AFTER_MS = 3_000
/** The longest wait before resuming an ended stream, so that the tabs of all users do not return at once. */
const MAX_RESUME_DELAY_MS = 500

/** What one read of the stream returned. */
export interface News {
  /** Events in order; the position comes after the last one. */
  events: readonly ServerEvent[]
  /** The position before the events; null at the start. */
  before: string | null
  /** The stream continues from here. */
  position: string
}

interface Options {
  /** The last known position; null to start with the next events. */
  position: string | null
  signal: AbortSignal
  /** Called on each sign of life, with or without events. */
  onNews: (news: News) => void
  /** Called on each attempt that fails or has to wait, once the last sign of life is a few seconds old. */
  onLost: () => void
}

/**
 * Reads the stream until `signal` is aborted; when the stream ends, continues from its position. Resolves
 * earlier if the server offers no stream to this user.
 */
export async function followEvents({ position, signal, onNews, onLost }: Options): Promise<void> {
  let [at, failures, heardAt] = [position, 0, 0]
  while (!signal.aborted) {
    const startedAt = Date.now()
    let upMs = 0
    const onWait = () => {
      if (Math.abs(Date.now() - (heardAt || startedAt)) >= LOST_AFTER_MS) onLost()
    }
    const onRead = (events: ServerEvent[], next: string) => {
      onNews({ events, before: at, position: next })
      at = next
      heardAt = Date.now()
      upMs = heardAt - startedAt
    }
    const failure = await readStream(at, signal, { onRead, onWait })
    if (signal.aborted) return
    // the server ends each stream after a few minutes, perhaps long after the last heartbeat
    if (failure === undefined && upMs > 0) heardAt = Date.now()
    const wasUp = upMs >= MIN_UP_MS
    failures = wasUp ? 0 : failures + 1
    if (isPermanentFailure(failure)) return onLost()
    const waitMs = wasUp ? Math.random() * MAX_RESUME_DELAY_MS : backoffMs(failures, failure)
    if (Math.abs(Date.now() - heardAt) + waitMs >= LOST_AFTER_MS) onLost()
    await pause(waitMs, signal)
  }
}

interface Readers {
  onRead: (events: ServerEvent[], position: string) => void
  /** Called every few seconds until the server has named its position. */
  onWait: () => void
}

/** @returns the failure; undefined if the server has ended the stream */
async function readStream(
  position: string | null,
  signal: AbortSignal,
  { onRead, onWait }: Readers,
): Promise<unknown> {
  const silence = new AbortController()
  const ending = AbortSignal.any([signal, silence.signal])
  let heard = { at: Date.now(), next: MAX_START_MS }
  const frames = new Frames()
  const watch = setInterval(() => {
    // the clock may be set back
    if (Math.abs(Date.now() - heard.at) > heard.next) silence.abort(new CallError(`${PATH} is silent`))
    else if (!frames.isPlaced) onWait()
  }, WATCH_MS)
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    const { data, headers } = await http.get<ReadableStream<Uint8Array> | null>(PATH, {
      adapter: 'fetch',
      responseType: 'stream',
      headers: {
        Accept: 'text/event-stream',
        // omits the header that axios adds, which servers of other origins do not allow
        'User-Agent': false,
        ...(position !== null && { 'Last-Event-ID': position }),
      },
      signal: ending,
    })
    reader = data?.getReader()
    ending.addEventListener('abort', () => void reader?.cancel().catch(() => undefined))
    if (!reader || !String(headers['content-type']).startsWith('text/event-stream'))
      throw new CallError(`${PATH} did not return events`)
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (ending.aborted) break
      heard = { at: Date.now(), next: MAX_SILENCE_MS }
      const events = frames.read(decoder.decode(part.value, { stream: true }))
      if (frames.isPlaced) onRead(events, frames.position)
    }
    return silence.signal.reason
  } catch (error) {
    return error
  } finally {
    clearInterval(watch)
    void reader?.cancel().catch(() => undefined)
  }
}

/** Holds events back until one has a position: events without one are sent again after an interruption. */
class Frames {
  position = ''
  /** The server has named its position, so all events before it have arrived. */
  isPlaced = false
  private unplaced: ServerEvent[] = []
  private placed: ServerEvent[] = []
  private readonly parser = createParser({ onEvent: (message) => this.take(message) })

  read(text: string): ServerEvent[] {
    this.placed = []
    this.parser.feed(text)
    return this.placed
  }

  private take({ id, event = '', data }: EventSourceMessage): void {
    const read = readServerEvent(event, data)
    if (read) this.unplaced.push(read)
    if (id === undefined) return
    this.position = id
    this.isPlaced = true
    this.placed.push(...this.unplaced)
    this.unplaced = []
  }
}

/**
 * Whether asking again later is pointless. Not after a 404, which a server without the stream may send while
 * it is being replaced.
 */
function isPermanentFailure(failure: unknown): boolean {
  const status = failure instanceof CallError ? failure.status : null
  return status !== null && status >= 400 && status < 500 && ![404, 408, 429].includes(status)
}

/** 1, 2, 4 ... 30 s, each up to 50% longer; longer still if the server asks for it. */
function backoffMs(failures: number, failure: unknown): number {
  const requestedMs = failure instanceof CallError ? (failure.retryAfter ?? 0) * 1000 : 0
  const wait = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** (failures - 1))
  return Math.max(requestedMs, wait) * (1 + Math.random() / 2)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
