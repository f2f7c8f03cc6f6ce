import { writeSync } from 'node:fs'
import { errorText, explanationOf } from '@console/shared-kernel/command'

/** How long the message waits for a slow reader of the log. */
const LAST_MESSAGE_MS = 5_000
const RETRY_MS = 10

/**
 * Logs the reason and exits with code 1. Nothing else runs in this thread meanwhile.
 * @param name the command's name
 */
export function exitWith(name: string, error: unknown): never {
  // output still in the stream's buffer is lost on exit, perhaps in the middle of a line
  const start = process.stderr.writableLength > 0 ? '\n' : ''
  writeToStandardError(start + errorText(`${name}: ${explanationOf(error)}\n`))
  process.exit(1)
}

/** Bypasses the stream, whose queue is lost on exit. Gives up if the output is not read. */
function writeToStandardError(text: string): void {
  const deadline = Date.now() + LAST_MESSAGE_MS
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(process.stderr.fd, rest))
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN'
      if (!isFull || Date.now() > deadline) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
