/*
 * Health check of a container: succeeds if URL returns a success status. Docker only marks a container whose
 * process is frozen, so this script kills a process that does not answer within 25 s (or SECONDS), and the
 * `restart` policy starts it again. The container needs `init: true`, because nothing inside a container can
 * kill its first process.
 *
 *     node healthcheck.mjs URL [SECONDS]
 */
import { readFileSync } from 'node:fs'

const [url, seconds = 25] = process.argv.slice(2)
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(Number(seconds) * 1_000) })
  process.exitCode = ok ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (error.name === 'TimeoutError') {
    console.error(`${url} answered nothing for ${seconds} s`)
    const [child] = readFileSync('/proc/1/task/1/children', 'utf8').split(' ')
    process.kill(Number(child), 'SIGKILL')
  }
}
