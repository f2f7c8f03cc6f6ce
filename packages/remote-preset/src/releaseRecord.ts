import { createHash } from 'node:crypto'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import {
  ALL_NAMES,
  type Imports,
  type Release,
  type ReleaseFile,
  type RemoteDefinition,
} from '@console/shared-kernel/remote'
import { builtAt, buildIdOf, NO_BUILD_YET } from '@console/shared-kernel/build'

/** The name of a module's chunk, by which the record finds the chunk's files. */
export const chunkName = (module: string): string =>
  module
    .replace(/^\.\//, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

export const isCode = (file: string) => /\.(js|css)$/.test(file)

export const describeFile = (content: Buffer): ReleaseFile => ({
  bytes: content.length,
  integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
})

/** Includes the files of chunks split from it: all must be loaded before the module runs. */
export function filesOfChunk(compilation: Rspack.Compilation, name: string): string[] {
  const chunk = compilation.namedChunks.get(name)
  if (!chunk) throw new Error(`The build holds no chunk "${name}": is the module exposed under another name?`)
  const groups = [...chunk.groupsIterable]
  const files = new Set(groups.flatMap((group) => group.chunks.flatMap((part) => [...part.files])))
  // the bundler's order differs from build to build
  return [...files].filter(isCode).sort()
}

/** rspack's name for a module that the host shares. */
const SHARED_MODULE = /^consume shared module \([^)]*\) (.+)@/

/** The names imported from each shared module; `*` for imports of a whole module. */
export function importsOf({ modules, moduleGraph }: Rspack.Compilation): Imports {
  const imports = new Map<string, Set<string>>()
  for (const { dependency, module } of [...modules].flatMap((from) =>
    moduleGraph.getOutgoingConnections(from),
  )) {
    const shared = SHARED_MODULE.exec(module?.identifier() ?? '')?.[1]
    if (!shared) continue
    const names = imports.get(shared) ?? new Set()
    imports.set(shared, names)
    // the import statement and each imported name are separate dependencies
    if (!STATEMENTS.includes(dependency.type)) names.add(dependency.ids?.[0] ?? ALL_NAMES)
  }
  const sorted = [...imports].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, names]) => [name, [...names].sort()]))
}

const STATEMENTS = ['esm import', 'esm export import']

/** Writes `release.json` from the definition and the built files, and sets the build id. */
export function releaseRecord(
  root: string,
  remote: RemoteDefinition,
  facts: Pick<Release, 'version' | 'kernel' | 'react'>,
): RsbuildPlugin {
  return {
    name: 'console:release-record',
    setup(api) {
      let build = 'development'
      // after minification, and before content hashes are put into file names and files
      api.processAssets({ stage: 'dev-tooling' }, ({ assets, compilation, sources }) => {
        if (process.env.NODE_ENV === 'development') return
        const files = Object.fromEntries(
          Object.entries(assets).map(([name, asset]) => [name, asset.buffer()]),
        )
        build = buildIdOf(files, { ...remote, ...facts, imports: importsOf(compilation) })
        for (const name of Object.keys(files).filter(isCode)) {
          const text = files[name]!.toString()
          if (text.includes(NO_BUILD_YET))
            compilation.updateAsset(name, new sources.RawSource(text.replaceAll(NO_BUILD_YET, build)))
        }
      })
      // the last stage: hashes inside the files are final
      api.processAssets({ stage: 'report' }, ({ assets, compilation, sources }) => {
        const code = Object.keys(assets).filter(isCode).sort()
        const entry = code.find((file) => /^remoteEntry\b.*\.js$/.test(file))
        if (!entry) throw new Error('The build wrote no remoteEntry file.')
        const recorded = <Module extends { file: string; module: string }>({
          file: _file,
          ...rest
        }: Module) => ({
          ...rest,
          preload: filesOfChunk(compilation, chunkName(rest.module)),
        })
        const release: Release = {
          schema: 1,
          name: remote.name,
          ...facts,
          build,
          imports: importsOf(compilation),
          builtAt: builtAt(root),
          entry,
          files: Object.fromEntries(code.map((file) => [file, describeFile(assets[file]!.buffer())])),
          screens: remote.screens.map(recorded),
          ...(remote.panels && { panels: remote.panels.map(recorded) }),
        }
        compilation.emitAsset('release.json', new sources.RawSource(JSON.stringify(release, null, 2)))
      })
    },
  }
}
