import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inputHash } from './inputHash'
import { builtPackages, inputsOf, startBuild } from './packages'
import { paths, root } from './paths'
import { inPool } from './pool'
import { requireWritableFolder } from './writableFolder'

const AT_ONCE = 2

interface BuildSettings {
  /** Once aborted, no further build starts and failures are not reported. */
  over: AbortSignal
  force?: boolean
  only?: string[]
}

/**
 * @returns false if a build failed; its output has been printed
 * @throws CommandError naming a folder that cannot be written
 */
export async function buildAll({
  over,
  force = false,
  only = builtPackages,
}: BuildSettings): Promise<boolean> {
  const known = readKnown()
  const outdated = only
    .map((name) => ({ name, hash: inputHash(root, inputsOf(name)) }))
    .filter(({ name, hash }) => force || known[name] !== hash || !existsSync(join(root, name, 'dist')))
  if (outdated.length === 0) console.log('Nothing to build: no source has changed.')
  if (outdated.length > 0) requireWritableFolder(paths.state)
  for (const { name } of outdated) {
    const dist = join(root, name, 'dist')
    // not made here: an empty one would look like a build
    requireWritableFolder(existsSync(dist) ? dist : dirname(dist))
  }
  const results = await inPool(outdated, AT_ONCE, async ({ name, hash }) => {
    if (over.aborted) return false
    // what an interrupted build leaves is of no known sources
    writeKnown(name, undefined)
    const isBuilt = await build(name, over)
    if (isBuilt) writeKnown(name, hash)
    return isBuilt
  })
  return results.every(Boolean)
}

async function build(name: string, over: AbortSignal): Promise<boolean> {
  const started = Date.now()
  console.log(`Building ${name} ...`)
  const child = startBuild(name)
  const { code, words } = await child.ended
  if (over.aborted) return false
  if (code !== 0) {
    console.error(`${child.tail()}\nThe build of ${name} ${words}.`)
    return false
  }
  console.log(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return true
}

/** The input hash of each package's `dist`. */
type Known = Record<string, string>

function readKnown(): Known {
  try {
    return JSON.parse(readFileSync(paths.builds, 'utf8')) as Known
  } catch {
    return {}
  }
}

/** Renamed into place, so that an interruption leaves the old record. Read again: another command may build too. */
function writeKnown(name: string, hash: string | undefined): void {
  const temporary = `${paths.builds}.${process.pid}`
  writeFileSync(temporary, JSON.stringify({ ...readKnown(), [name]: hash }, null, 2))
  renameSync(temporary, paths.builds)
}
