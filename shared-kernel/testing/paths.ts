import fc from 'fast-check'

const name = fc.stringMatching(/^[\w@-][\w@.-]{0,8}$/)
const names = fc.array(name, { minLength: 1, maxLength: 4 })

/** Paths that a build may write. */
export const innerPath = names.map((segments) => segments.join('/'))

/** What makes a path lead elsewhere, or be read as something other than a path. */
const TRAPS = [
  ...['..', '.', '', '%2e%2e', '.%2E', '%2f', '..\\x', '\\', 'https:', 'data:text', 'x?v=1', 'x#y'],
  ...[' ', '\t..', '..\n', '\0', 'é', '\u2024\u2024', '\uff0e\uff0e'],
]

/** Paths with a trap among their segments. */
export const outerPath = fc
  .tuple(names, fc.nat(4), fc.constantFrom(...TRAPS))
  .map(([segments, at, trap]) => segments.toSpliced(at, 0, trap).join('/'))
