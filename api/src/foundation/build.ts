declare const CONSOLE_VERSION: string | undefined
declare const CONSOLE_BUILD: string | undefined

/** Filled in by build.mjs: the version of package.json, and eight hex digits of the bundle's code. Sources have neither. */
export const BUILD = {
  version: typeof CONSOLE_VERSION === 'undefined' ? 'sources' : CONSOLE_VERSION,
  build: typeof CONSOLE_BUILD === 'undefined' ? 'sources' : CONSOLE_BUILD,
} as const
