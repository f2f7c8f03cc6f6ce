import type { Steps } from '../contracts/steps'

/** One for all: making a collator is slow. Accents and case do not separate names, and 2 comes before 10. */
const spanish = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

export const compareNames = (a: string, b: string): number => spanish.compare(a, b)

/** Names in the order that Spanish readers expect. Collation is slow: each pair is compared once. */
export interface Ranking {
  ordered: readonly string[]
  /** Names that differ in nothing that counts share a place. */
  placeOf: ReadonlyMap<string, number>
}

export const NO_RANKING: Ranking = { ordered: [], placeOf: new Map() }

/** Names in one run are sorted at one go, in one step. */
const RUN = 64

function* merge(left: readonly string[], right: readonly string[]): Steps<string[]> {
  const merged: string[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compareNames(right[r]!, left[l]!) < 0 ? right[r++]! : left[l++]!)
    yield
  }
  return merged.concat(left.slice(l), right.slice(r))
}

function* sortNames(names: readonly string[]): Steps<readonly string[]> {
  let runs: (readonly string[])[] = []
  for (let at = 0; at < names.length; at += RUN) {
    runs.push(names.slice(at, at + RUN).sort(compareNames))
    yield
  }
  while (runs.length > 1) {
    const longer: (readonly string[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [left, right] = [runs[at]!, runs[at + 1]]
      longer.push(right ? yield* merge(left, right) : left)
    }
    runs = longer
  }
  return runs[0] ?? []
}

/** The names that have no place yet, each once. */
export function namesMissing(names: Iterable<string>, { placeOf }: Ranking): readonly string[] {
  const missing = new Set<string>()
  for (const name of names) if (!placeOf.has(name)) missing.add(name)
  return [...missing]
}

/** A ranking with more names in it; none of them may be in `known`. */
export function* rankNames(names: readonly string[], known: Ranking = NO_RANKING): Steps<Ranking> {
  if (names.length === 0) return known
  const ordered = yield* merge(known.ordered, yield* sortNames(names))
  const placeOf = new Map<string, number>()
  let place = 0
  let previous = ordered[0]!
  for (const name of ordered) {
    if (compareNames(previous, name) !== 0) place += 1
    placeOf.set(name, place)
    previous = name
    yield
  }
  return { ordered, placeOf }
}
