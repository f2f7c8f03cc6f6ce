import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Lists type, mode, owner, modification time and content of each file, by path. */
export function fileList(root: string): Map<string, string> {
  const list = new Map<string, string>()
  const visit = (path: string): void => {
    const full = join(root, path)
    const stats = lstatSync(full)
    const facts = [stats.mode.toString(8), stats.uid, stats.gid, stats.mtimeMs]
    if (stats.isSymbolicLink()) facts.push(readlinkSync(full))
    if (stats.isFile()) facts.push(createHash('sha256').update(readFileSync(full)).digest('hex'))
    list.set(path, facts.join(' '))
    if (!stats.isDirectory()) return
    for (const name of readdirSync(full)) visit(join(path, name))
  }
  visit('/')
  return list
}

export const differences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
