import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import type { HostRecord } from '@console/delivery/hostRecord'
import {
  buildIdOf,
  builtAt,
  describeFile,
  filesOfChunk,
  isCode,
  kernelFolder,
} from '@console/remote-preset/host'
import { sharedNames } from './shares'

const LOGIN_CHUNK = 'login-screen'
/** The page's first script, which is not a chunk. */
const isFirst = (file: string) => /\/first-paint\.\w+\.js$/.test(file)

/** Chunks that the first screen of any remote needs: the app shell, which loads remotes and contains the table. */
const FIRST_CHUNKS = ['console-area']

/**
 * Writes `host.json` next to the built files: what the host shares with remotes, and the emitted files.
 *
 * @param firstChunks chunks to preload for the first screen
 */
export function hostRecord(root: string, firstChunks: readonly string[] = FIRST_CHUNKS): RsbuildPlugin {
  const { version, dependencies } = manifest(root)
  const kernel = manifest(kernelFolder).version
  return {
    name: 'console:host-record',
    // a dev server compiles chunks on request, so there are none to list
    apply: 'build',
    setup(api) {
      api.processAssets({ stage: 'report' }, async ({ assets, compilation, sources }) => {
        const code = Object.keys(assets).filter(isCode).sort()
        const chunks = compilation.entrypoints.get('index')?.chunks ?? []
        // chunks keep their order; the files of a chunk are sorted, because their order varies between builds
        const start = chunks.flatMap(({ files }) => [...files].filter(isCode).sort())
        const initial = new Set(start)
        const ahead = firstChunks.flatMap((name) => filesOfChunk(compilation, name))
        const content: Omit<HostRecord, 'build' | 'builtAt'> = {
          schema: 1,
          name: 'host',
          version,
          kernel,
          react: dependencies['react']!,
          exports: await sharedNames(),
          files: Object.fromEntries(code.map((file) => [file, describeFile(assets[file]!.buffer())])),
          start,
          login: [...new Set([...code.filter(isFirst), ...start, ...filesOfChunk(compilation, LOGIN_CHUNK)])],
          preload: [...new Set(ahead)].filter((file) => file.endsWith('.js') && !initial.has(file)),
        }
        const files = Object.entries(assets).map(([name, asset]) => [name, asset.buffer()] as const)
        const build = buildIdOf(Object.fromEntries(files), content)
        const record: HostRecord = { ...content, build, builtAt: builtAt(root) }
        compilation.emitAsset('host.json', new sources.RawSource(JSON.stringify(record, null, 2)))
      })
    },
  }
}

interface Manifest {
  version: string
  dependencies: Record<string, string>
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
