/** Defined by the build preset: name and build of the remote. */
declare const CONSOLE_RELEASE: string

/** For queries of one build: remotes share a cache, and a page may hold two builds with different shapes. */
export const ownKey = <Parts extends readonly unknown[]>(...parts: Parts): readonly [string, ...Parts] => [
  typeof CONSOLE_RELEASE === 'undefined' ? 'alone' : CONSOLE_RELEASE,
  ...parts,
]
