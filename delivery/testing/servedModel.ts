import { SETTINGS } from '../src/site/environmentRevision'

/*
 * A simple model of what should be served: each part has a stack of its values, and everything goes back through
 * the revision before. The model keeps whole stacks in every snapshot; the code keeps revision numbers.
 */

/** Few, so that the same values recur. */
export const PARTS = ['host', 'users']

export type Step =
  | { do: 'promote'; part: string; version: string; force: boolean; endCanary: boolean }
  | { do: 'canary'; part: string; version: string; percent: number; force: boolean }
  | { do: 'remove'; part: string }
  | { do: 'settings'; apiUrl: string }
  | { do: 'rollback'; part: string; to: number | undefined; force: boolean }
  | { do: 'rollback all'; to: number | undefined; force: boolean }

/** The values of one part, the served one last; null where it was removed. */
interface Lane {
  stack: (string | null)[]
  canary: { value: string; percent: number } | null
}

interface Snapshot {
  lanes: Record<string, Lane>
  /** Where a rollback of everything starts. */
  before: number
}

export class Model {
  private snapshots: Snapshot[] = [
    { lanes: { [SETTINGS]: { stack: ['http://start.test'], canary: null } }, before: 0 },
  ]
  bad = new Set<string>()

  private get now(): Snapshot {
    return this.snapshots.at(-1)!
  }

  private at = (revision: number): Snapshot | undefined => this.snapshots[revision - 1]

  /** The stable version of a part. */
  private value = (snapshot: Snapshot, part: string): string | null =>
    snapshot.lanes[part]?.stack.at(-1) ?? null

  private values = (snapshot: Snapshot, part: string): string[] => {
    const [value, canary] = [this.value(snapshot, part), snapshot.lanes[part]?.canary]
    return [...(value === null ? [] : [value]), ...(canary ? [canary.value] : [])].map(
      (one) => `${part} ${one}`,
    )
  }

  /** By part: the stable version, then the canary's and its percent. */
  served = (): Record<string, string> =>
    Object.fromEntries(
      [SETTINGS, ...PARTS].flatMap((part) => {
        const [value, canary] = [this.value(this.now, part), this.now.lanes[part]?.canary]
        if (value === null) return []
        return [[part, canary ? `${value} ${canary.value} ${canary.percent}` : value]]
      }),
    )

  private commit(lanes: Record<string, Lane>, before = this.snapshots.length): true {
    this.snapshots.push({ lanes, before })
    return true
  }

  private withLane = (part: string, lane: Lane) => ({ ...this.now.lanes, [part]: lane })

  private isBad = (part: string, value: string): boolean => this.bad.has(`${part} ${value}`)

  /** @returns false if it is refused; nothing has changed then */
  play(step: Step): boolean {
    const { lanes } = this.now
    switch (step.do) {
      case 'promote': {
        const lane = lanes[step.part] ?? { stack: [], canary: null }
        if (step.part !== 'host' && this.value(this.now, 'host') === null) return false
        if (this.isBad(step.part, step.version) && !step.force) return false
        if (lane.canary && lane.canary.value !== step.version && !step.endCanary) return false
        this.bad.delete(`${step.part} ${step.version}`)
        return this.commit(this.withLane(step.part, { stack: [...lane.stack, step.version], canary: null }))
      }
      case 'canary': {
        const lane = lanes[step.part]
        const value = this.value(this.now, step.part)
        if (!lane || value === null) return false
        if (step.percent === 0)
          return (
            lane.canary?.value === step.version &&
            this.commit(this.withLane(step.part, { ...lane, canary: null }))
          )
        if (value === step.version || (this.isBad(step.part, step.version) && !step.force)) return false
        this.bad.delete(`${step.part} ${step.version}`)
        const canary = { value: step.version, percent: step.percent }
        return this.commit(this.withLane(step.part, { ...lane, canary }))
      }
      case 'remove': {
        if (step.part === 'host' || this.value(this.now, step.part) === null) return false
        return this.commit(
          this.withLane(step.part, { stack: [...lanes[step.part]!.stack, null], canary: null }),
        )
      }
      case 'settings':
        this.bad.delete(`${SETTINGS} ${step.apiUrl}`)
        return this.commit(
          this.withLane(SETTINGS, { stack: [...lanes[SETTINGS]!.stack, step.apiUrl], canary: null }),
        )
      case 'rollback':
        return step.to === undefined ? this.stepBack(step.part) : this.restore(step.part, step.to, step.force)
      case 'rollback all':
        return this.restoreAll(step.to ?? this.wayBack(), step.force)
    }
  }

  private stepBack(part: string): boolean {
    const lane = this.now.lanes[part]
    if (!lane) return false
    if (lane.canary) {
      this.bad.add(`${part} ${lane.canary.value}`)
      return this.commit(this.withLane(part, { ...lane, canary: null }))
    }
    const value = lane.stack.at(-1) ?? null
    const stack = lane.stack.slice(0, -1)
    while (stack.length > 0) {
      const next = stack.at(-1) ?? null
      if (next !== null && next !== value && !this.isBad(part, next)) break
      stack.pop()
    }
    if (stack.length === 0) return false
    if (value !== null) this.bad.add(`${part} ${value}`)
    return this.commit(this.withLane(part, { stack, canary: null }))
  }

  private restore(part: string, to: number, force: boolean): boolean {
    const target = this.at(to)
    if (!target || this.value(target, part) === null) return false
    return this.replace({ ...this.now.lanes, [part]: target.lanes[part]! }, [part], force)
  }

  private restoreAll(to: number | null, force: boolean): boolean {
    const target = to === null ? undefined : this.at(to)
    if (!target || this.value(target, 'host') === null) return false
    return this.replace(target.lanes, [SETTINGS, ...PARTS], force, target.before)
  }

  private replace(lanes: Record<string, Lane>, parts: string[], force: boolean, before?: number): boolean {
    const next = { lanes, before: 0 }
    const coming = parts.flatMap((part) => this.values(next, part))
    if (coming.some((value) => this.bad.has(value)) && !force) return false
    const leaving = parts.flatMap((part) => this.values(this.now, part))
    for (const value of leaving) this.bad.add(value)
    for (const value of coming) this.bad.delete(value)
    return this.commit(lanes, before)
  }

  private isCanaryOfNow(snapshot: Snapshot, part: string): boolean {
    const [before, running] = [snapshot.lanes[part]?.canary, this.now.lanes[part]?.canary]
    if (!before) return false
    const isStep = running?.value === before.value && running.percent !== before.percent
    return isStep || before.value === this.value(this.now, part)
  }

  private wayBack(): number | null {
    const inUse = [SETTINGS, ...PARTS].filter((part) => this.value(this.now, part) !== null)
    const look = (snapshot: Snapshot) =>
      JSON.stringify(
        [SETTINGS, ...PARTS].map((part) => [
          this.value(snapshot, part),
          snapshot.lanes[part]?.canary ?? null,
        ]),
      )
    for (let revision = this.now.before; revision > 0; revision = this.at(revision)!.before) {
      const snapshot = this.at(revision)!
      const values = [SETTINGS, ...PARTS].flatMap((part) => this.values(snapshot, part))
      const isGood =
        inUse.every((part) => this.value(snapshot, part) !== null) &&
        look(snapshot) !== look(this.now) &&
        !inUse.some((part) => this.isCanaryOfNow(snapshot, part)) &&
        !values.some((value) => this.bad.has(value))
      if (isGood) return revision
    }
    return null
  }
}
