import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { paths } from './paths'

/** One for each port: two consoles of this folder may run at the same time. */
const noteOf = (port: number, folder: string): string => join(folder, `running-${port}.json`)

/** Notes that this process runs the console there, until it ends. */
export function noteRunning(port: number, folder = paths.state): void {
  const file = noteOf(port, folder)
  writeFileSync(file, JSON.stringify({ pid: process.pid }))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Says that the console of this folder runs already; null where it does not, or on another port. */
export function describeRunning(port: number, folder = paths.state): string | null {
  try {
    const { pid } = JSON.parse(readFileSync(noteOf(port, folder), 'utf8')) as { pid: number }
    // throws where no such process is left
    process.kill(pid, 0)
    return `This console is running already: ${localAddress(port)} (process ${pid}).`
  } catch {
    return null
  }
}
