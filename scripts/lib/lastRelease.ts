import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { paths, root, workspacesOf } from './paths'

interface Manifest {
  name: string
  config: { lastRelease: string }
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Returns null if git fails. */
function git(...args: string[]): Buffer | null {
  try {
    return execFileSync('git', args, { cwd: root, maxBuffer: Infinity, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}

/**
 * Puts the sources of the last commit that was built for release (`config.lastRelease` in `package.json`) into a
 * folder where they can be built with the installed packages.
 * @returns null, after printing a message, if neither git nor its origin has the commit
 */
export function lastRelease(): string | null {
  const commit = readManifest(root).config.lastRelease
  const releases = join(paths.state, 'releases')
  const folder = join(releases, commit)
  if (existsSync(folder)) return folder
  const archive = () => git('archive', commit)
  // a clone may be shallow
  const sources = archive() ?? (git('fetch', '--depth=1', 'origin', commit) && archive())
  if (!sources) {
    console.warn(
      `Nothing is compared with the last release: git has no commit ${commit} (git fetch --unshallow).`,
    )
    return null
  }
  mkdirSync(releases, { recursive: true })
  const stage = mkdtempSync(join(releases, 'stage-'))
  execFileSync('tar', ['-xf', '-', '-C', stage], { input: sources })
  // all other packages are found in a folder above
  const packages = join(stage, 'node_modules')
  mkdirSync(join(packages, '@console'), { recursive: true })
  for (const workspace of workspacesOf(stage)) {
    const { name } = readManifest(join(stage, workspace))
    symlinkSync(join('..', '..', workspace), join(packages, name), 'dir')
  }
  renameSync(stage, folder)
  return folder
}
