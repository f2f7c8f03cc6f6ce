import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files that do not affect a build. */
const IGNORED =
  /^(node_modules|dist(-.*)?|coverage|test-results|\..*|.*\.tsbuildinfo|.*\.log|.*\.test\.tsx?|.*\.md)$/

/** Hashes names and contents of files, independent of order. Missing inputs count as such. */
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
