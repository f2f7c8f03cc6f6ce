import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, jest } from '@jest/globals'

// servers start in a second or two, but take longer on a busy machine
jest.setTimeout(120_000)

const children = new Set<ChildProcess>()
const folders: string[] = []

/** Deleted after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-test-'))
  folders.push(folder)
  return folder
}

/**
 * Ends a process after the test file: a failed test may leave it running, which would keep the test process
 * and a port busy.
 */
export function endLater(child: ChildProcess): void {
  children.add(child)
  child.once('close', () => children.delete(child))
}

// runs for each test file that uses the helpers, after its own hooks
afterAll(async () => {
  const ending = [...children].map((child) => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    return closed
  })
  await Promise.all(ending)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
