import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

/** A file's innermost package: packages may be nested. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.][^\\/]*/
const LICENSE_FILE = /^(?:(?:un)?licen[cs]e|copying|notice)(?:[-_.](?:txt|md|mit|bsd|apache|isc))?$/i
/** The company's own packages. */
const OWN_PACKAGE = /^@console\//
const LINE = '-'.repeat(80)

/**
 * Writes `third-party-licenses.txt`, which lists the packages whose code or files the build contains, with
 * their licence terms. It cannot detect code that a package has copied into its own files. It names no
 * versions, because the file is public.
 */
export function thirdPartyLicenses(): RsbuildPlugin {
  return {
    name: 'console:third-party-licenses',
    apply: 'build',
    setup(api) {
      api.processAssets({ stage: 'derived' }, ({ compilation, sources }) => {
        const { modules, chunkGraph } = compilation
        const built = [...modules].filter((module) => chunkGraph.getModuleChunks(module).length > 0)
        // files that style sheets refer to, such as fonts
        const assets = compilation.getAssets().flatMap(({ info }) => info.sourceFilename ?? [])
        const files = [
          ...built.flatMap(filesOf),
          ...assets.map((file) => resolve(api.context.rootPath, file)),
        ]
        const entries = new Set([...new Set(files.flatMap(packagesOf))].flatMap(entryOf))
        const text = [...entries].sort().join(`\n${LINE}\n\n`)
        compilation.emitAsset('third-party-licenses.txt', new sources.RawSource(text))
      })
    },
  }
}

/** A module may consist of several that were concatenated. */
function filesOf(module: Rspack.Module): string[] {
  if ('modules' in module) return (module.modules as Rspack.Module[]).flatMap(filesOf)
  return 'resource' in module && typeof module.resource === 'string' ? [module.resource] : []
}

/** Folders with a `package.json`, from the file's up to its package's, which may contain parts of others. */
function packagesOf(file: string): string[] {
  const top = PACKAGE.exec(file)?.[0]
  const folders: string[] = []
  for (let folder = dirname(file); top !== undefined && folder.startsWith(top); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) folders.push(folder)
  return folders
}

/**
 * Returns the name of a package and the text of its licence, or its author if there is no text; nothing for a folder
 * without a name.
 */
function entryOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, version, license, author } = manifest
  if (typeof name !== 'string' || version === undefined || OWN_PACKAGE.test(name)) return []
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim())
    .sort()
  const terms = texts.length > 0 ? texts : author ? [`Copyright: ${asText(author)}`] : []
  return [[name, `License: ${asText(license)}`, ...terms].join('\n\n') + '\n']
}

/** Authors and licences are strings, or objects in old packages. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  const { name, type } = (value ?? {}) as { name?: unknown; type?: unknown }
  return String(name ?? type ?? 'unknown')
}
