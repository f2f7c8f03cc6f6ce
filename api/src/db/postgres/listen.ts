import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from '../engine'
import { isDirect } from './pooler'

const CONNECT_TIMEOUT_MS = 10_000
const RECONNECT_MS = 500

/** Reconnects when its connection breaks. */
export function listen(
  connectionString: string,
  channel: string,
  listener: Listener,
  onPooled: () => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce(connectionString, channel, listener, onPooled, signal).catch(() => undefined)
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function listenOnce(
  connectionString: string,
  channel: string,
  listener: Listener,
  onPooled: () => void,
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
  let end = (): void => undefined
  const over = new Promise<void>((resolve) => (end = resolve))
  client.on('error', end).once('end', end)
  signal.addEventListener('abort', end)
  client.on('notification', () => listener.onNotified())
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    if (await isDirect(client)) listener.onListening()
    else onPooled()
    await over
  } finally {
    // the signal outlives this connection, and would keep it in memory
    signal.removeEventListener('abort', end)
    listener.onLost()
    // not awaited: a frozen server would never end it
    void client.end().catch(() => undefined)
  }
}
