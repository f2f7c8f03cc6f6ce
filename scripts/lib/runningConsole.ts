import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { paths } from './paths'

const noteOf = (port: number, folder: string): string => join(folder, `running-${port}.json`)

/** The note is removed when this process ends. */
export function noteRunning(port: number, folder = paths.state): void {
  const file = noteOf(port, folder)
  writeFileSync(file, JSON.stringify({ pid: process.pid }))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Null if no console of this folder runs on that port. */
export function describeRunning(port: number, folder = paths.state): string | null {
  try {
    const { pid } = JSON.parse(readFileSync(noteOf(port, folder), 'utf8')) as { pid: number }
    // throws if there is no such process
    process.kill(pid, 0)
    return `This console is running already: ${localAddress(port)} (process ${pid}).`
  } catch {
    return null
  }
}
