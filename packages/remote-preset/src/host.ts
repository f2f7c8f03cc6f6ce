import type { Rspack } from '@rsbuild/core'

/* What a host's build needs; it must match the builds of its remotes. */
export { FreshChunksPlugin } from './freshChunks'
export { kernelFolder, kernelRange } from './kernelFacts'
export { chunkName, describeFile, filesOfChunk, isCode } from './releaseRecord'
export { thirdPartyLicenses } from './thirdPartyLicenses'
export { buildIdOf, builtAt } from '@console/shared-kernel/build'

const WORKER = 'list-worker'

/** The worker must be one file, because its content security policy lets it load nothing. */
export function keepListWorkerWhole({ optimization }: Rspack.Configuration): void {
  const split = optimization?.splitChunks
  if (!split) return
  const isOther = ({ name }: { name?: string | undefined }) => name !== WORKER
  split.chunks = isOther
  for (const group of Object.values(split.cacheGroups ?? {})) {
    if (typeof group === 'object' && group.chunks === 'all') group.chunks = isOther
  }
}
