/**
 * Preloaded (`node --import`) into every server that a command starts: when the command is gone, killed
 * hard included, the channel to it closes and the server ends as if it had been asked to.
 */
import { isMainThread } from 'node:worker_threads'

const PATIENCE_MS = 12_000

if (isMainThread && process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
