import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../lib/paths'
import type { Manifest } from '../pack'

export interface TeamFolder {
  manifestOf: (name: string) => Manifest
  /** Links packages from this repository's `node_modules`; the console's own come from tarballs only. */
  link: (...names: string[]) => void
}

/** Unpacks the console's packages and links only their declared dependencies. @param tarballs by package name */
export function createTeamFolder(folder: string, tarballs: Record<string, string>): TeamFolder {
  const modules = join(folder, 'node_modules')
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest
  const symlink = (target: string, path: string) => {
    if (existsSync(path)) return
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path, 'junction')
  }
  const linkPrograms = (name: string, from: string, bin: Manifest['bin'] | string = {}) => {
    const programs = typeof bin === 'string' ? { [basename(name)]: bin } : bin
    for (const [program, file] of Object.entries(programs)) {
      symlink(join(from, file), join(modules, '.bin', program))
    }
  }
  const link = (...names: string[]) => {
    for (const name of names) {
      const installed = join(root, 'node_modules', name)
      // an optional peer that is not installed here, or an unpacked tarball
      if (!existsSync(installed) || name.startsWith('@console/')) continue
      symlink(installed, join(modules, name))
      linkPrograms(name, installed, manifestOf(name).bin)
    }
  }

  for (const [name, tarball] of Object.entries(tarballs)) {
    const unpacked = join(modules, name)
    rmSync(unpacked, { recursive: true, force: true })
    mkdirSync(unpacked, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
    const { bin = {} } = manifestOf(name)
    for (const file of Object.values(bin)) chmodSync(join(unpacked, file), 0o755)
    linkPrograms(name, unpacked, bin)
  }
  for (const name of Object.keys(tarballs)) {
    const { dependencies, peerDependencies } = manifestOf(name)
    link(...Object.keys({ ...dependencies, ...peerDependencies }))
  }
  return { manifestOf, link }
}
