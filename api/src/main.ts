import { exitWith } from './foundation/exitWith'
import { readSettings } from './settings/settings'
import { start, type RunningServer } from './start'
import { CommandError, errorText, startWatchdog } from '@console/shared-kernel/command'

/** A stop cuts off requests that take longer. */
const STOP_DEADLINE_MS = 10_000

const end = (error: unknown): never => exitWith('console-api', error)

let running: RunningServer | null = null
let stopDelay = 0
let stopping = false

/** A terminal and the parent process may both send the signal. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // a start is safe to interrupt: its steps are atomic, and the next start continues
  if (!running) process.exit(0)
  const { unfinished, stop: stopServer } = running
  const cutOff = () => {
    end(new CommandError(`Stopping took too long and was cut off. Unfinished: ${unfinished().join(', ')}`))
  }
  setTimeout(cutOff, stopDelay * 1000 + STOP_DEADLINE_MS).unref()
  await stopServer()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(end))

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  stopDelay = settings.stopDelay
  // runs for the life of the process: a stop that hangs has its own deadline
  startWatchdog(process.env, ({ message }) =>
    process.stderr.write(errorText(`console-api: no watchdog: ${message}\n`)),
  )
  running = await start(settings, end)
}

run().catch(end)
