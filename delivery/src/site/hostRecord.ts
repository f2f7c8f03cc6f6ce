import {
  type Fields,
  type HostBuild,
  parseRecordFiles,
  recordPaths,
  type ReleaseFile,
} from '@console/shared-kernel/remote'

/** `host.json`, written by the host's build. */
export interface HostRecord {
  schema: 1
  name: 'host'
  version: string
  build: string
  /** ISO 8601. */
  builtAt: string
  /** The version that remotes get from this host, as for `react`. */
  kernel: string
  react: string
  /** Names that each shared module exports; absent in older records. */
  exports?: Record<string, string[]>
  files: Record<string, ReleaseFile>
  /** Scripts and style sheets in the page's HTML, in order. */
  start?: string[]
  login: string[]
  /** Files of the host that the first screen of any remote needs. */
  preload: string[]
}

/** @throws DocumentFault at the first field that is missing or wrong */
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
    // missing in records that were published before the login screen had a budget
    login: fields.has('login') ? recordPaths(fields, 'login', files) : [],
    preload: recordPaths(fields, 'preload', files),
  }
}

const namesOf = (modules: Fields): Record<string, string[]> =>
  Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))

/** Without files where the record names none: the page's own HTML then starts the host. */
export const hostBuildOf = ({ version, build, files, start }: HostRecord): HostBuild => ({
  version,
  build,
  ...(start && { files: start.map((path) => ({ path: `/${path}`, integrity: files[path]!.integrity })) }),
})
