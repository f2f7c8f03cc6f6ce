import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { lastRelease } from '../../scripts/lib/lastRelease'
import { paths, root } from '../../scripts/lib/paths'
import { runFolder } from './folders'

/** Replaces text that occurs once in a file of a package. */
export interface Edit {
  file: string
  from: string
  to: string
}

/**
 * Builds a package from its sources in a separate folder, as another team would have them.
 *
 * @param source the package's folder in this repository, e.g. `remote-users`
 * @param kernelEdits edits to the kernel that it is built against, which is otherwise this repository's own
 * @returns the built folder
 */
export async function changedBuild(source: string, edits: Edit[], kernelEdits: Edit[] = []): Promise<string> {
  // the bench builds too, perhaps before any flow has run
  mkdirSync(runFolder, { recursive: true })
  const workspace = mkdtempSync(join(runFolder, 'changed-'))
  cpSync(join(root, 'tsconfig.base.json'), join(workspace, 'tsconfig.base.json'))
  if (kernelEdits.length > 0) {
    const packages = join(workspace, 'node_modules', '@console')
    mkdirSync(packages, { recursive: true })
    symlinkSync(copyPackage('shared-kernel', workspace, kernelEdits), join(packages, 'shared-kernel'))
    // the preset derives the required kernel range from the kernel that it resolves
    symlinkSync(copyPackage('packages/remote-preset', workspace, []), join(packages, 'remote-preset'))
  }
  return build(copyPackage(source, workspace, edits))
}

async function build(folder: string): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [paths.rsbuild, 'build'], { cwd: folder, env })
  return join(folder, 'dist')
}

/**
 * Builds the host and the remotes of the last release, once.
 * @returns the built folders, the host's first; null if git does not have the release's commit
 */
export async function lastReleaseBuilds(): Promise<string[] | null> {
  const release = lastRelease()
  if (!release) return null
  const names = ['host', ...readdirSync(release).filter((name) => name.startsWith('remote-'))]
  const complete = join(release, 'built')
  if (!existsSync(complete)) for (const name of names) await build(join(release, name))
  writeFileSync(complete, '')
  return names.map((name) => join(release, name, 'dist'))
}

function copyPackage(source: string, workspace: string, edits: Edit[]): string {
  const copy = join(workspace, basename(source))
  cpSync(join(root, source), copy, {
    recursive: true,
    filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
  })
  for (const edit of edits) editFile(copy, edit)
  return copy
}

export function editFile(folder: string, { file, from, to }: Edit): void {
  const changed = join(folder, file)
  const text = readFileSync(changed, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} holds no "${from}".`)
  writeFileSync(changed, text.replace(from, to))
}

/** A package's version in this repository, and its next minor and major versions. */
export function versionsOf(source: string) {
  const { version: now } = JSON.parse(readFileSync(join(root, source, 'package.json'), 'utf8')) as {
    version: string
  }
  const [major, minor] = now.split('.').map(Number) as [number, number]
  return { now, minor: `${major}.${minor + 1}.0`, major: `${major + 1}.0.0` }
}

export const released = (source: string, step: 'minor' | 'major'): Edit => {
  const versions = versionsOf(source)
  return { file: 'package.json', from: `"version": "${versions.now}"`, to: `"version": "${versions[step]}"` }
}
