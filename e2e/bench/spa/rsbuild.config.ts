import type { RsbuildConfig, RsbuildPlugin } from '@rsbuild/core'
import host from '../../../host/rsbuild.config'
import { hostRecord } from '../../../host/build/hostRecord'
import { dist, hostFolder, spaFolder } from '../setup/folders'
import { changedSource } from './changedSource'
import { directScreens, routeChunk } from './directScreens'

const FIRST_CHUNKS = ['console-area', routeChunk('users', './ManagedUsers')]

/** Replaces the host's own plugin, whose first chunks differ. */
const record = hostRecord(hostFolder, FIRST_CHUNKS)
const isNoRecord = (plugin: unknown) => (plugin as RsbuildPlugin).name !== record.name

/**
 * The reference: the host's own build and settings, with the remotes' screens as lazy routes instead of
 * federation.
 */
export default async (): Promise<RsbuildConfig> => ({
  ...host,
  plugins: [host.plugins?.filter(isNoRecord), await directScreens(), record, changedSource()],
  // Rsbuild does not clean a folder outside its root by default
  output: { ...host.output, distPath: { root: dist(spaFolder) }, cleanDistPath: true },
})
