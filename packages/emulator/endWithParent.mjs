/**
 * Preloaded (`node --import`) into every server that a command starts. When the command ends, even by SIGKILL,
 * its channel closes and the server stops as after SIGTERM.
 */
import { isMainThread } from 'node:worker_threads'

const TIMEOUT_MS = 12_000

if (isMainThread && process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
