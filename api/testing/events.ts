import { setTimeout as sleep } from 'node:timers/promises'

/** An event as a client reads it. */
export interface Received {
  id: string | null
  name: string
  data: Record<string, unknown>
}

export interface Stream {
  status: number
  headers: Headers
  /** All events so far, in order, except `attention`: the rules for findings may run at any time. */
  events: Received[]
  comments(): number
  /** The value that `Last-Event-ID` would have. */
  lastId(): string
  /** Resolves when the server has ended the stream, or it was cut off. */
  ended: Promise<void>
  /** Waits for the first event from index `since` on that fits. */
  waitFor(fits: (event: Received) => boolean, since?: number): Promise<Received>
  close(): void
}

const GIVE_UP_MS = 20_000

/** Reads a stream of `GET /api/events` to its end. @param lastId the position to resume from */
export async function openStream(url: string, token: string, lastId?: string): Promise<Stream> {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
    signal: leaving.signal,
  })
  const events: Received[] = []
  let comments = 0
  let id = lastId ?? ''
  const read = (block: string): void => {
    const fields: Record<string, string> = {}
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? []
      if (name === '') comments += 1
      else fields[name] = value
    }
    if (fields['id'] !== undefined) id = fields['id']
    if (fields['event'] === undefined) return
    if (fields['event'] === 'attention') {
      // its id, if any, is the position of its whole batch
      const last = events.at(-1)
      if (last) last.id ??= fields['id'] ?? null
      return
    }
    const data = JSON.parse(fields['data'] ?? '') as Received['data']
    events.push({ id: fields['id'] ?? null, name: fields['event'], data })
  }
  const readAll = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(read)
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments: () => comments,
    lastId: () => id,
    ended: readAll().catch(() => undefined),
    waitFor: async (fits, since = 0) => {
      for (const start = performance.now(); performance.now() - start < GIVE_UP_MS; await sleep(5)) {
        const found = events.slice(since).find(fits)
        if (found) return found
      }
      throw new Error(`No such event among ${JSON.stringify(events.slice(since))}`)
    },
    close: () => leaving.abort(),
  }
}

export const named = (name: string) => (event: Received) => event.name === name

/**
 * The events up to the position that a client resumes from. The rest are sent again, so a client ignores them
 * for now.
 */
export const placed = (events: readonly Received[]): Received[] =>
  events.slice(0, events.findLastIndex(({ id }) => id !== null) + 1)

/** Ids of the activity rows that were sent to a stream. */
export const activityIds = (events: readonly Received[]): number[] =>
  events.filter(named('activity')).map(({ data }) => Number(data['id']))
