import { join } from 'node:path'

/**
 * A site is a plain folder that any web server or object store serves:
 *
 *     users/1.4.0-3f9c2a1b/          a release of a remote, as it was built; never changed again
 *     host/2.3.0-77aa01cd/           a release of the host
 *     environments/production/
 *       public/                      the root of the console: index.html, environment.json, the host's files
 *       history/000042.json          who made which revision, when and why, and the whole of it
 *       verified/users/1.4.0-3f9c2a1b.json   who verified a release for this environment, and against which host
 *       change.lock                  there while somebody changes the environment
 */
export interface Site {
  root: string
}

export const HOST = 'host'

/** Of environments, remotes and teams. Used in paths and in reports from tabs. */
export const NAME = /^[a-z][a-z0-9-]{0,254}$/

export const releaseId = ({ version, build }: { version: string; build: string }): string =>
  `${version}-${build}`

export const releaseFolder = (site: Site, name: string, id: string): string => join(site.root, name, id)

export function environmentPaths(site: Site, name: string) {
  const folder = join(site.root, 'environments', name)
  const publicFolder = join(folder, 'public')
  return {
    folder,
    publicFolder,
    history: join(folder, 'history'),
    verified: join(folder, 'verified'),
    lock: join(folder, 'change.lock'),
    page: join(publicFolder, 'index.html'),
    document: join(publicFolder, 'environment.json'),
  }
}
