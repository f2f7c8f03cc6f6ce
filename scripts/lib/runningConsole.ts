import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { paths } from './paths'

const NOTE = join(paths.state, 'running.json')

/** Notes that this process runs the console there, until it ends. */
export function noteRunning(port: number, file = NOTE): void {
  writeFileSync(file, JSON.stringify({ port, pid: process.pid }))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Says that the console of this folder runs already; null where it does not, or on another port. */
export function describeRunning(port: number, file = NOTE): string | null {
  try {
    const noted = JSON.parse(readFileSync(file, 'utf8')) as { port: number; pid: number }
    if (noted.port !== port) return null
    // throws where no such process is left
    process.kill(noted.pid, 0)
    return `This console is running already: ${localAddress(port)} (process ${noted.pid}).`
  } catch {
    return null
  }
}
