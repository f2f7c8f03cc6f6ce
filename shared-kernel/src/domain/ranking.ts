import { forEachInSteps, ITEMS_A_STEP, type Steps } from '../contracts/steps'
import { collationKey, compareNames } from './collation'

/** Names in the order that Spanish readers expect. Collation is slow: each pair is compared once. */
export interface Ranking {
  ordered: readonly Name[]
  /** Names that differ in nothing that counts share a place. */
  placeOf: ReadonlyMap<string, number>
}

interface Name {
  text: string
  key: string | null
}

export const NO_RANKING: Ranking = { ordered: [], placeOf: new Map() }

/** As many names are sorted at one go, in one step: the collator takes its time, keys are compared at once. */
const RUN = { byCollator: 64, byKeys: 512 }

const compare = (a: Name, b: Name): number => {
  if (a.key === null || b.key === null) return compareNames(a.text, b.text)
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

function* merge(left: readonly Name[], right: readonly Name[]): Steps<readonly Name[]> {
  if (left.length === 0) return right
  const merged: Name[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compare(right[r]!, left[l]!) < 0 ? right[r++]! : left[l++]!)
    if (merged.length % ITEMS_A_STEP === 0) yield
  }
  return merged.concat(left.slice(l), right.slice(r))
}

function* sortInRuns(names: readonly Name[], run: number): Steps<readonly Name[]> {
  let runs: (readonly Name[])[] = []
  for (let at = 0; at < names.length; at += run) {
    runs.push(names.slice(at, at + run).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: (readonly Name[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [left, right] = [runs[at]!, runs[at + 1]]
      longer.push(right ? yield* merge(left, right) : left)
    }
    runs = longer
  }
  return runs[0] ?? []
}

/** Those with keys that begin alike are sorted by themselves, so that less has to be merged. */
function* sortNames(names: readonly Name[]): Steps<readonly Name[]> {
  const byStart = new Map<string, Name[]>()
  const groupOf = (start: string): Name[] => {
    const known = byStart.get(start)
    if (known) return known
    const group: Name[] = []
    byStart.set(start, group)
    return group
  }
  const unkeyed: Name[] = []
  yield* forEachInSteps(names, (name) => {
    const group = name.key === null ? unkeyed : groupOf(name.key.slice(0, 2))
    group.push(name)
  })
  const keyed: Name[] = []
  for (const start of [...byStart.keys()].sort()) {
    const group = yield* sortInRuns(byStart.get(start)!, RUN.byKeys)
    yield* forEachInSteps(group, (name) => {
      keyed.push(name)
    })
  }
  return yield* merge(keyed, yield* sortInRuns(unkeyed, RUN.byCollator))
}

/** The names that have no place yet, each once. */
function* namesMissing(texts: Iterable<string>, { placeOf }: Ranking): Steps<readonly Name[]> {
  const missing = new Map<string, Name>()
  yield* forEachInSteps(texts, (text) => {
    if (!placeOf.has(text) && !missing.has(text)) missing.set(text, { text, key: collationKey(text) })
  })
  return [...missing.values()]
}

/** A ranking of these names and of those that are known; the known one itself where no name is new. */
export function* rankNames(texts: Iterable<string>, known = NO_RANKING): Steps<Ranking> {
  const missing = yield* namesMissing(texts, known)
  if (missing.length === 0) return known
  const ordered = yield* merge(known.ordered, yield* sortNames(missing))
  const placeOf = new Map<string, number>()
  let place = 0
  let previous = ordered[0]!
  yield* forEachInSteps(ordered, (name) => {
    if (compare(previous, name) !== 0) place += 1
    placeOf.set(name.text, place)
    previous = name
  })
  return { ordered, placeOf }
}

/** Ranks one list after another: of each, only the names that are new are compared. */
export function growingRanking(): (texts: Iterable<string>) => Steps<Ranking> {
  let known = NO_RANKING
  return function* (texts) {
    known = yield* rankNames(texts, known)
    return known
  }
}
