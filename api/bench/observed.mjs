/**
 * Loaded into the measured server: reports its maximum event loop delay and memory since the last report, and
 * its CPU time.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const SAMPLE_MS = 100

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let resident = 0
  const sample = () => (resident = Math.max(resident, process.memoryUsage.rss()))
  setInterval(sample, SAMPLE_MS).unref()
  process.on('SIGUSR2', () => {
    sample()
    const longestBlock = delay.max / 1e6
    const { user, system } = process.cpuUsage()
    const cpu = (user + system) / 1000
    process.stdout.write(`observed ${JSON.stringify({ longestBlock, resident, cpu })}\n`)
    delay.reset()
    resident = 0
  })
}
