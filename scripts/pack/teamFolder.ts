import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../lib/paths'
import type { Manifest } from './packages'

export interface TeamFolder {
  manifestOf: (name: string) => Manifest
  /** Links packages from this repository's `node_modules`; the console's come from tarballs only. */
  link: (...names: string[]) => void
}

/** Unpacks the console's packages and links only their declared dependencies. @param tarballs by package name */
export function layOutTeamFolder(folder: string, tarballs: Record<string, string>): TeamFolder {
  const modules = join(folder, 'node_modules')
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest
  const symlink = (target: string, place: string) => {
    if (existsSync(place)) return
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(target, place, 'junction')
  }
  const linkPrograms = (name: string, from: string, bin: Manifest['bin'] | string = {}) => {
    const programs = typeof bin === 'string' ? { [basename(name)]: bin } : bin
    for (const [program, file] of Object.entries(programs)) {
      symlink(join(from, file), join(modules, '.bin', program))
    }
  }
  const link = (...names: string[]) => {
    for (const name of names) {
      const place = join(root, 'node_modules', name)
      // an optional peer that is not installed here, or an unpacked tarball
      if (!existsSync(place) || name.startsWith('@console/')) continue
      symlink(place, join(modules, name))
      linkPrograms(name, place, manifestOf(name).bin)
    }
  }

  for (const [name, tarball] of Object.entries(tarballs)) {
    const place = join(modules, name)
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
    const { bin = {} } = manifestOf(name)
    for (const file of Object.values(bin)) chmodSync(join(place, file), 0o755)
    linkPrograms(name, place, bin)
  }
  for (const name of Object.keys(tarballs)) {
    const { dependencies, peerDependencies } = manifestOf(name)
    link(...Object.keys({ ...dependencies, ...peerDependencies }))
  }
  return { manifestOf, link }
}
