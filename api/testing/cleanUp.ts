import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, jest } from '@jest/globals'

// servers start in a second or two, but not on a machine that is busy with something else
jest.setTimeout(120_000)

const children = new Set<ChildProcess>()
const folders: string[] = []

/** Deleted after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-test-'))
  folders.push(folder)
  return folder
}

/** Whatever a failed test left running would keep the test process, and a port, for ever. */
export function endLater(child: ChildProcess): void {
  children.add(child)
  child.once('close', () => children.delete(child))
}

// for each test file that uses the helpers, after its own hooks
afterAll(async () => {
  const ending = [...children].map((child) => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    return closed
  })
  await Promise.all(ending)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
