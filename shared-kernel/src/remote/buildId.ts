import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Placeholder for the build id until the files that it is made of are there; no source may hold it. */
export const NO_BUILD_YET = '__console_build_0c7f3a91__'

/**
 * Names a build after what it emits: the same sources give the same eight hex digits in every folder, and a commit
 * that changes no file of a release changes nothing of its name.
 *
 * @param files by name; of a remote with {@link NO_BUILD_YET} in the place of the id
 * @param record the release's record without `build` and `builtAt`
 */
export function buildIdOf(files: Record<string, Uint8Array>, record: object): string {
  const hash = createHash('sha256').update(JSON.stringify(record))
  for (const name of Object.keys(files).sort()) hash.update(`\0${name}\0`).update(files[name]!)
  return hash.digest('hex').slice(0, 8)
}

/**
 * When the sources were made: `SOURCE_DATE_EPOCH` (seconds), else the last commit, so that building them again gives
 * the same record; without either, now.
 *
 * @param folder somewhere in the sources
 * @returns an ISO 8601 instant
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
    // no repository, or no git: a folder that was unpacked
    return undefined
  }
}
