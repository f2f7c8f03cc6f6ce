import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock } from '@console/shared-kernel/lock'

export const API_FOLDER = join(__dirname, '..')
/** Ignored by git: what the tests create once and reuse. */
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

function newestIn(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** When the bundle was built, or 0. */
export function builtAt(): number {
  return statSync(join(API_FOLDER, 'dist', 'dbWorker.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Runs tasks of the same name in one test process at a time. A build blocks the heartbeat while it runs. */
export async function alone<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  mkdirSync(WORK_FOLDER, { recursive: true })
  const lock = await takeFileLock(join(WORK_FOLDER, `test-lock-${name}`), 'tests', {
    beatMs: 12_000,
    waitMs: 600_000,
  })
  try {
    return await task()
  } finally {
    lock.release()
  }
}

/** The tests run what is shipped: the bundle, rebuilt when a source is newer. */
export const ensureBuilt = (): Promise<void> =>
  alone('build', () => {
    const newest = Math.max(...SOURCES.map((path) => newestIn(join(API_FOLDER, path))))
    if (builtAt() < newest) execFileSync(process.execPath, ['build.mjs'], { cwd: API_FOLDER })
  })
