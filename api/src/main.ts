import { readSettings } from './settings'
import { start, type RunningServer } from './start'
import { StartError } from './startError'

/** A stop cuts off requests that take longer. */
const STOP_DEADLINE_MS = 10_000

/** How long the last message waits for a reader of the log that is slow. */
const LAST_MESSAGE_MS = 5_000

let ending = false

/** An exit at once would lose what a full pipe has not taken yet, so the reason for it. Only the first one is told. */
function exitWith(error: unknown): void {
  if (ending) return
  ending = true
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))
  const end = () => process.exit(1)
  process.stderr.write(`console-api: ${text}\n`, end)
  setTimeout(end, LAST_MESSAGE_MS)
}

let running: RunningServer | null = null
let stopDelay = 0
let stopping = false

/** A terminal and the parent process may both send the signal. */
async function stop(): Promise<void> {
  if (stopping || ending) return
  stopping = true
  // a start is safe to interrupt: its steps are atomic, and the next start continues
  if (!running) process.exit(0)
  const deadline = stopDelay * 1000 + STOP_DEADLINE_MS
  setTimeout(() => exitWith(new StartError('Stopping took too long: cut off')), deadline).unref()
  await running.stop()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(exitWith))

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  stopDelay = settings.stopDelay
  running = await start(settings, exitWith)
}

run().catch(exitWith)
