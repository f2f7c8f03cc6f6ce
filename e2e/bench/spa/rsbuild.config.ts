import type { RsbuildConfig } from '@rsbuild/core'
import host from '../../../host/rsbuild.config'
import { dist, spaFolder } from '../folders'
import { directScreens } from './directScreens'

/**
 * What the console is held against: the host's own build with the same settings, which imports the
 * screens of all remotes as lazy routes instead of loading them by federation.
 */
export default async (): Promise<RsbuildConfig> => ({
  ...host,
  plugins: [host.plugins, await directScreens()],
  output: { ...host.output, distPath: { root: dist(spaFolder) } },
})
