/* What the build of a host needs, which must match that of its remotes. */
export { FreshChunksPlugin } from './freshChunks'
export { kernelFolder, kernelRange } from './kernelFacts'
export { keepListWorkerWhole } from './listWorker'
export { chunkName, describeFile, filesOfChunk, isCode } from './releaseRecord'
export { thirdPartyLicenses } from './thirdPartyLicenses'
export { buildIdOf, builtAt } from '@console/shared-kernel/build'
