import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const API_FOLDER = join(__dirname, '..')
/** Left out of git: what the tests make once and use again. */
export const WORK_FOLDER = join(API_FOLDER, '.console')

const SOURCES = [
  'src',
  'build.mjs',
  'package.json',
  '../shared-kernel/src/contracts',
  '../shared-kernel/src/domain',
  '../shared-kernel/src/release',
  '../shared-kernel/src/tools',
]
const GIVE_UP_MS = 60_000

function newestIn(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** When the bundle was made, or 0. */
export function builtAt(): number {
  return statSync(join(API_FOLDER, 'dist', 'dbWorker.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Runs tasks of a name in one test process at a time. */
export async function alone<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  const lock = join(WORK_FOLDER, `test-lock-${name}`)
  mkdirSync(WORK_FOLDER, { recursive: true })
  for (const start = Date.now(); ;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      // a run that was killed leaves its lock behind; nothing that is done here takes as long as this
      if (Date.now() - start > GIVE_UP_MS) rmdirSync(lock)
      await sleep(50)
    }
  }
  try {
    return await task()
  } finally {
    rmdirSync(lock)
  }
}

/** The tests run what is shipped: the bundle, built again when a source is newer. */
export const ensureBuilt = (): Promise<void> =>
  alone('build', () => {
    const newest = Math.max(...SOURCES.map((path) => newestIn(join(API_FOLDER, path))))
    if (builtAt() < newest) execFileSync(process.execPath, ['build.mjs'], { cwd: API_FOLDER })
  })
