import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFile } from '@console/shared-kernel/remote'
import { problem, type Problem } from '../errors/checkProblem'
import { filesBelow, integrityOf, UNPACK } from './files'

/** Each recorded file must be intact, also its compressed forms, and there must be no other code. */
export function fileProblems(folder: string, files: Record<string, ReleaseFile>): Problem[] {
  const code = filesBelow(folder).filter((path) => /\.(?:js|css)$/.test(path))
  const unnamed = code.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is in no record`)
  const wrong = Object.entries(files).flatMap(([path, { bytes, integrity }]) => {
    const file = join(folder, path)
    if (!existsSync(file)) return [`${path} is missing`]
    const content = readFileSync(file)
    if (content.length !== bytes) return [`${path} has ${content.length} bytes instead of ${bytes}`]
    if (integrityOf(content) !== integrity) return [`${path} was changed: its hash differs from the record`]
    return Object.entries(UNPACK)
      .filter(([end, unpack]) => existsSync(file + end) && !holds(file + end, unpack, integrity))
      .map(([end]) => `${path}${end} was changed: it does not unpack to the recorded file`)
  })
  return [...wrong, ...unnamed].map(problem('files'))
}

function holds(file: string, unpack: (packed: Buffer) => Buffer, integrity: string): boolean {
  try {
    return integrityOf(unpack(readFileSync(file))) === integrity
  } catch {
    return false
  }
}
