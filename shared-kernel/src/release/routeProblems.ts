export const HOST_PATHS = ['/login', '/token-debug'] as const

/** A react-router path pattern with its remote (or `the host`). */
export interface OwnedPath {
  owner: string
  path: string
}

export const hostRoutes: readonly OwnedPath[] = HOST_PATHS.map((path) => ({ owner: 'the host', path }))

/** Why a remote cannot have these paths; empty if it can. Patterns of different owners must not overlap. */
export function routeProblems(
  owner: string,
  paths: readonly string[],
  others: readonly OwnedPath[],
): string[] {
  const problems: string[] = []
  const ofOthers = others.filter((other) => other.owner !== owner)
  for (const path of paths) {
    const problem = patternProblem(path)
    if (problem !== null) {
      problems.push(`${path} of ${owner} ${problem}`)
      continue
    }
    const other = ofOthers.find((one) => overlap(one.path, path) && !isUnambiguous(one, { owner, path }))
    if (other)
      problems.push(`${path} of ${owner} and ${other.path} of ${other.owner} match the same addresses`)
    ofOthers.push({ owner, path })
  }
  return problems
}

/** A screen with parameters has no single address for the navigation. */
export const hasParameters = (path: string): boolean =>
  segmentsOf(path).some((segment) => isParameter(segment) || segment === SPLAT)

const SPLAT = '*'
const isParameter = (segment: string) => segment.startsWith(':')
const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

function patternProblem(path: string): string | null {
  const segments = segmentsOf(path)
  if (segments[0] === SPLAT) return 'is a catch-all: it matches the addresses of all other screens'
  if (segments.slice(0, -1).includes(SPLAT) || segments.some((one) => one !== SPLAT && one.includes(SPLAT)))
    return 'has a star that is not its whole last segment'
  // react-router would expand it into several patterns
  if (segments.some((segment) => segment.endsWith('?'))) return 'has an optional segment'
  // the console's server only has files there, or answers 404
  if (segments[0] === 'static') return "is below /static, where the console's server serves only files"
  if (segments.some((segment) => segment.startsWith('.')))
    return "has a segment that begins with a dot: the console's server hides it"
  if (segments.findLast((segment) => segment !== SPLAT)?.includes('.'))
    return "has a dot in its last segment: the console's server takes it for a file"
  return null
}

function overlap(one: string, other: string): boolean {
  const [first, second] = [segmentsOf(one), segmentsOf(other)]
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const [a, b] = [first[at], second[at]]
    if (a === SPLAT || b === SPLAT) return true
    if (a === undefined || b === undefined) return false
    if (a !== b && !isParameter(a) && !isParameter(b)) return false
  }
  return true
}

const isUnambiguous = (one: OwnedPath, other: OwnedPath): boolean =>
  one.owner === other.owner && specificity(one.path) !== specificity(other.path)

/** Ranks overlapping patterns as react-router does: static segments, then parameters, then stars. */
function specificity(path: string): number {
  const segments = segmentsOf(path)
  const parameters = segments.filter(isParameter).length
  const stars = segments.includes(SPLAT) ? 1 : 0
  return 11 * (segments.length - parameters - stars) + 4 * parameters - stars
}
