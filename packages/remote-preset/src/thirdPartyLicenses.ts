import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

/** The innermost package: a package may have packages of its own. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/
const TEXT = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i
/** The company's own packages. */
const OWN = 'UNLICENSED'

/** Writes `third-party-licenses.txt`: the packages of which the build contains code or files, with their terms. */
export function thirdPartyLicenses(): RsbuildPlugin {
  return {
    name: 'console:third-party-licenses',
    apply: 'build',
    setup(api) {
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
        const root = api.context.rootPath
        // fonts are copied, not modules
        const fonts = compilation.getAssets().flatMap(({ info }) => info.sourceFilename ?? [])
        const files = [
          ...[...compilation.modules].flatMap(filesOf),
          ...fonts.map((file) => resolve(root, file)),
        ]
        const folders = files.map((file) => PACKAGE.exec(file)?.[0])
        const terms = [...new Set(folders)].flatMap((folder) => (folder === undefined ? [] : termsOf(folder)))
        const text = [...new Set(terms)].sort().join(`\n${'-'.repeat(80)}\n\n`)
        compilation.emitAsset('third-party-licenses.txt', new sources.RawSource(text))
      })
    },
  }
}

/** A module may be several that were put together. */
function filesOf(module: Rspack.Module): string[] {
  if ('modules' in module) return (module.modules as Rspack.Module[]).flatMap(filesOf)
  return 'resource' in module && typeof module.resource === 'string' ? [module.resource] : []
}

/** Name and version, then the text of the licence, or its name where the package has no text. */
function termsOf(folder: string): string[] {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return []
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  if (license === OWN) return []
  const texts = readdirSync(folder).filter((one) => TEXT.test(one))
  const read = texts.map((one) => readFileSync(join(folder, one), 'utf8').replaceAll('\r\n', '\n').trim())
  return [[`${String(name)} ${String(version)}`, `License: ${String(license)}`, ...read].join('\n\n') + '\n']
}
