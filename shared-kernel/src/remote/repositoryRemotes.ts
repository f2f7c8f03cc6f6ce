/** The remotes of this repository, not those of others. */
export const REMOTES = ['users', 'machines', 'reports', 'settings', 'activity'] as const
export type RemoteName = (typeof REMOTES)[number]

/** By package name or folder: `@console/remote-users` or `remote-users`. */
export function remoteOfPackage(packageName: string): RemoteName | undefined {
  const name = packageName.replace(/^@[^/]*\//, '')
  return REMOTES.find((known) => name === `remote-${known}`)
}
