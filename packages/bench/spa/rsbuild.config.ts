import type { RsbuildConfig, RsbuildPlugin } from '@rsbuild/core'
import host from '../../../host/rsbuild.config'
import { hostRecord } from '../../../host/build/hostRecord'
import { dist, hostFolder, spaFolder } from '../folders'
import { changedSource } from './changedSource'
import { directScreens, routeChunk } from './directScreens'

const FIRST_CHUNKS = ['console-area', routeChunk('users', './ManagedUsers')]

/** In the place of the host's, whose first chunks are other ones. */
const record = hostRecord(hostFolder, FIRST_CHUNKS)
const isNoRecord = (plugin: unknown) => (plugin as RsbuildPlugin).name !== record.name

/**
 * What the console is held against: the host's own build with the same settings, which imports the
 * screens of all remotes as lazy routes instead of loading them by federation.
 */
export default async (): Promise<RsbuildConfig> => ({
  ...host,
  plugins: [host.plugins?.filter(isNoRecord), await directScreens(), record, changedSource()],
  // outside the host's folder, where nothing is emptied unless it is told
  output: { ...host.output, distPath: { root: dist(spaFolder) }, cleanDistPath: true },
})
