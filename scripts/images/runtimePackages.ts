import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * The folders of packages and their dependencies, relative to `root`. Optional ones may be missing.
 * @param from the folder whose code imports them
 * @throws Error where a required package is missing
 */
export function runtimePackages(root: string, from: string, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (folder: string, name: string, isOptional: boolean): void => {
    const installed = installedFolder(root, folder, name)
    if (installed === undefined && isOptional) return
    if (installed === undefined) throw new Error(`${name} is not installed, and ${folder} needs it.`)
    const path = relative(root, installed)
    if (found.has(path)) return
    found.add(path)
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest
    const optional = Object.keys(manifest.optionalDependencies ?? {})
    // npm lists optional dependencies under `dependencies` as well
    for (const needed of Object.keys(manifest.dependencies ?? {}))
      visit(installed, needed, optional.includes(needed))
    for (const needed of optional) visit(installed, needed, true)
  }
  for (const name of names) visit(from, name, false)
  return [...found].sort()
}

function installedFolder(root: string, folder: string, name: string): string | undefined {
  const installed = join(folder, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) return installed
  return folder === root ? undefined : installedFolder(root, dirname(folder), name)
}
