import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program's folder: `src` here, `dist` in the package and in the image. */
const PROGRAM = join(import.meta.dirname, '..')

let known: { version: string; build: string } | undefined

/** The package version, and eight hex digits of a hash of the program's own code. */
export const readVersion = (): { version: string; build: string } => (known ??= compute())

function compute(): { version: string; build: string } {
  const manifest = JSON.parse(readFileSync(join(PROGRAM, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const hash = createHash('sha256')
  const files = readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' })
  for (const file of files.sort())
    if (/(?<!\.test|\.d)\.[jt]s$/.test(file)) hash.update(file).update(readFileSync(join(PROGRAM, file)))
  return { version: manifest.version, build: hash.digest('hex').slice(0, 8) }
}
