import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Placeholder for the build id during the build; no source may contain it. */
export const NO_BUILD_YET = '__console_build_0c7f3a91__'

/**
 * Eight hex digits that depend only on the build's output: the same sources have the same id in every folder.
 * @param files by name, with {@link NO_BUILD_YET} instead of the id
 * @param record the release's record without `build` and `builtAt`
 */
export function buildIdOf(files: Record<string, Uint8Array>, record: object): string {
  const hash = createHash('sha256').update(JSON.stringify(record))
  for (const name of Object.keys(files).sort()) hash.update(`\0${name}\0`).update(files[name]!)
  return hash.digest('hex').slice(0, 8)
}

/**
 * The time of the build in ISO 8601: `SOURCE_DATE_EPOCH` (seconds), else the last commit, so that rebuilds
 * are identical; else now.
 */
export function builtAt(folder: string): string {
  const seconds = process.env['SOURCE_DATE_EPOCH'] || commitTime(folder)
  const instant = seconds ? new Date(Number(seconds) * 1000) : new Date()
  if (Number.isNaN(instant.getTime()))
    throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${seconds}`)
  return instant.toISOString()
}

function commitTime(folder: string): string | undefined {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // not a git repository, or no git installed
    return undefined
  }
}
