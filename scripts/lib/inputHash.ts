import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a build neither reads nor may be rebuilt for. */
const IGNORED =
  /^(node_modules|dist(-.*)?|coverage|test-results|\..*|.*\.tsbuildinfo|.*\.log|.*\.test\.tsx?|.*\.md)$/

/**
 * A hash of names and contents under the given files and folders of `root`; what is absent counts as
 * such. The order of the inputs and of folders' entries does not matter.
 */
export function inputHash(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256')
  const files = inputs.flatMap((input) => filesUnder(join(root, input))).sort()
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !IGNORED.test(name))
    .flatMap((name) => filesUnder(join(path, name)))
}
