import { createHash } from 'node:crypto'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import type { Release, ReleaseFile, RemoteDefinition } from '@console/shared-kernel/remote'

/** The chunk an exposed module is put in, so that the record can name its files. */
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

/** Files of a chunk and of those split from it: all that must be there before the module runs. */
export function filesOfChunk(compilation: Rspack.Compilation, name: string): string[] {
  const chunk = compilation.namedChunks.get(name)
  if (!chunk) throw new Error(`The build holds no chunk "${name}": is the module exposed under another name?`)
  const groups = [...chunk.groupsIterable]
  return [...new Set(groups.flatMap((group) => group.chunks.flatMap((part) => [...part.files])))].filter(
    isCode,
  )
}

/** Writes `release.json` beside the built files, from the definition and from what was really built. */
export function releaseRecord(
  remote: RemoteDefinition,
  facts: Pick<Release, 'version' | 'build' | 'kernel' | 'react'>,
): RsbuildPlugin {
  return {
    name: 'console:release-record',
    setup(api) {
      // the last stage: hashes inside the files have been replaced by then
      api.processAssets({ stage: 'report' }, ({ assets, compilation, sources }) => {
        const code = Object.keys(assets).filter(isCode).sort()
        const entry = code.find((file) => /^remoteEntry\b.*\.js$/.test(file))
        if (!entry) throw new Error('The build wrote no remoteEntry file.')
        const release: Release = {
          schema: 1,
          name: remote.name,
          ...facts,
          builtAt: new Date().toISOString(),
          entry,
          files: Object.fromEntries(code.map((file) => [file, describeFile(assets[file]!.buffer())])),
          screens: remote.screens.map(({ file: _file, ...screen }) => ({
            ...screen,
            preload: filesOfChunk(compilation, chunkName(screen.module)),
          })),
        }
        compilation.emitAsset('release.json', new sources.RawSource(JSON.stringify(release, null, 2)))
      })
    },
  }
}
