import type { ReleaseFile } from '@console/shared-kernel/remote/documents'

/** `host.json`: written by the host's build into its folder. */
export interface HostRecord {
  schema: 1
  name: 'host'
  version: string
  build: string
  /** ISO 8601 instant. */
  builtAt: string
  /** The versions that remotes get from this host. */
  kernel: string
  react: string
  files: Record<string, ReleaseFile>
  /** Files that the login screen needs. */
  login: string[]
  /** Files that the first screen of any remote needs of the host. */
  preload: string[]
}
