import {
  type Fields,
  type HostBuild,
  parseRecordFiles,
  recordPaths,
  type ReleaseFile,
} from '@console/shared-kernel/remote'

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
  /** The names of each module that it shares with remotes; absent in older records. */
  exports?: Record<string, string[]>
  files: Record<string, ReleaseFile>
  /** Scripts and style sheets that its page starts with, in their order. */
  start?: string[]
  /** Files that the login screen needs. */
  login: string[]
  /** Files that the first screen of any remote needs of the host. */
  preload: string[]
}

/** Reads a host's record and throws a `DocumentFault` at the first field that is missing or wrong. */
export function parseHost(fields: Fields): HostRecord {
  fields.schema(1)
  if (fields.text('name') !== 'host') throw fields.fault('name', 'is not "host"')
  const files = parseRecordFiles(fields.object('files'))
  return {
    schema: 1,
    name: 'host',
    version: fields.text('version'),
    build: fields.text('build'),
    builtAt: fields.text('builtAt'),
    kernel: fields.text('kernel'),
    react: fields.text('react'),
    ...(fields.has('exports') && { exports: namesOf(fields.object('exports')) }),
    files,
    ...(fields.has('start') && { start: recordPaths(fields, 'start', files) }),
    // hosts that were published before the login screen had a budget do not name its files
    login: fields.has('login') ? recordPaths(fields, 'login', files) : [],
    preload: recordPaths(fields, 'preload', files),
  }
}

const namesOf = (modules: Fields): Record<string, string[]> =>
  Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))

/** A host as a document names it, so that a page can start it; without files where its record names none. */
export const hostBuildOf = ({ version, build, files, start }: HostRecord): HostBuild => ({
  version,
  build,
  ...(start && { files: start.map((path) => ({ path: `/${path}`, integrity: files[path]!.integrity })) }),
})
