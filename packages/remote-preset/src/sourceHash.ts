import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', '.console', 'test-results'])

/** Every file below `path`, sorted, built folders and tests left out. `path` may be a file itself. */
function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
    .sort()
}

/**
 * Names a build after what goes into it: the same sources give the same eight hex digits on every
 * machine, so that an unchanged remote keeps its file names and a changed one never meets its own
 * older chunks in a page.
 */
export function sourceHash(...roots: string[]): string {
  const hash = createHash('sha256')
  for (const root of roots) {
    for (const file of filesBelow(root)) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex').slice(0, 8)
}
