import { createHash } from 'node:crypto'
import { constants, createWriteStream, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Semaphore } from '../../foundation/semaphore'
import { CommandError } from '../../foundation/commandError'

/** Relative to a folder, with '/' on every system. */
export interface FileTree {
  directories: string[]
  files: string[]
}

/** @param except names at the top level. @throws CommandError for links, which could lead anywhere */
export function listTree(folder: string, except: readonly string[]): FileTree {
  const directories: string[] = []
  const files: string[] = []
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below ? `${below}/${entry.name}` : entry.name
      if (except.includes(path)) continue
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory()) {
        directories.push(path)
        visit(path)
      } else {
        const what = entry.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder'
        throw new CommandError(`${join(folder, path)} is ${what}, which a backup never holds`)
      }
    }
  }
  visit('')
  return { directories: directories.sort(), files: files.sort() }
}

/** Node has four threads for files. One stays free for the heartbeat of the lock. */
const AT_A_TIME = 3

/** @returns SHA-256 by path */
export async function copyFiles(
  files: readonly string[],
  from: string,
  to: string,
): Promise<Record<string, string>> {
  const turns = new Semaphore(AT_A_TIME)
  const copies = files.map(async (file) => {
    const copied = await turns.run(() => copyFile(join(from, file), join(to, file)))
    return [file, copied] as const
  })
  // after a failure no other copy may still be writing
  await Promise.allSettled(copies)
  return Object.fromEntries(await Promise.all(copies))
}

/** Flushed to the disk, readable by its owner only. @returns the SHA-256 */
async function copyFile(source: string, target: string): Promise<string> {
  const hash = createHash('sha256')
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW)
  await pipeline(
    from.createReadStream(),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return hash.digest('hex')
}
