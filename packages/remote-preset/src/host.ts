/* What the build of a host takes, so that it and its remotes are made alike. */
export { FreshChunksPlugin } from './freshChunks'
export { kernelFolder, kernelRange } from './kernelFacts'
export { keepListWorkerWhole } from './listWorker'
export { chunkName, describeFile, filesOfChunk, isCode } from './releaseRecord'
export { buildIdOf, builtAt } from '@console/shared-kernel/build'
