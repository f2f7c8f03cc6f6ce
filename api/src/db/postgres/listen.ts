import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listeners, OnListenState } from '../engine'
import { reasonOf } from '../failures'

const CONNECT_TIMEOUT_MS = 10_000
const RECONNECT_MS = 500
/** A connection that breaks sooner is not reported as good, so an unstable one does not flood the log. */
const STEADY_AFTER_MS = 5_000

/** Reconnects when its connection breaks. */
export function listen(
  connectionString: string,
  listeners: Listeners,
  onState: OnListenState,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await listenOnce(connectionString, listeners, onState, signal)
      } catch (error) {
        if (!signal.aborted) onState({ lostBecause: reasonOf(error) })
      }
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/** @throws why it is not, or no longer, listening */
async function listenOnce(
  connectionString: string,
  listeners: Listeners,
  onState: OnListenState,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'console-api listen',
  })
  let end = (_error: Error): void => undefined
  const over = new Promise<Error>((resolve) => (end = resolve))
  const onEnd = (): void => end(new Error('its connection was closed'))
  client.on('error', end).once('end', onEnd)
  signal.addEventListener('abort', onEnd)
  client.on('notification', ({ channel }) => listeners[channel]?.forEach((listener) => listener.onNotified()))
  const all = Object.values(listeners).flat()
  let steady: NodeJS.Timeout | undefined
  try {
    await client.connect()
    for (const channel of Object.keys(listeners)) await client.query(`listen ${channel}`)
    if (await isDirect(client)) {
      for (const listener of all) listener.onListening()
      steady = setTimeout(() => onState('listening'), STEADY_AFTER_MS).unref()
    } else {
      onState('pooled')
    }
    throw await over
  } finally {
    clearTimeout(steady)
    // the signal outlives this connection, and would keep it in memory
    signal.removeEventListener('abort', onEnd)
    for (const listener of all) listener.onLost()
    // not awaited: a frozen server would never end it
    void client.end().catch(() => undefined)
  }
}

/**
 * Behind a transaction pooler, each transaction may run in a different session, so NOTIFY, session locks and
 * settings do not work. A pooler also reports a process id of its own.
 */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as { processID?: number | null }).processID
}
