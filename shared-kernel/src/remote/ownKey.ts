/** Name and build of the remote that this is compiled into; the build preset says it. */
declare const CONSOLE_RELEASE: string

/**
 * The key of a query that only this remote makes. Remotes share one cache, and two builds of one remote may be in
 * a page: without name and build in front, one would be given what the other has read, in another shape.
 */
export const ownKey = <Parts extends readonly unknown[]>(...parts: Parts): readonly [string, ...Parts] => [
  typeof CONSOLE_RELEASE === 'undefined' ? 'alone' : CONSOLE_RELEASE,
  ...parts,
]
