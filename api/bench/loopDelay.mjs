/** Loaded into the measured server: says how long its event loop was blocked at most since it last said so. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    process.stdout.write(`longest block ${(delay.max / 1e6).toFixed(1)}\n`)
    delay.reset()
  })
}
