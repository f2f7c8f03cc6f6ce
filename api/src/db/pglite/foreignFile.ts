import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The first file in the folder that is not this user's; null where there are no users. */
export function foreignFile(folder: string, user = process.getuid?.()): string | null {
  if (user === undefined) return null
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ]
  return paths.find((path) => lstatSync(path).uid !== user) ?? null
}
