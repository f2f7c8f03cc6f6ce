import { SETTINGS } from '../src/site/environmentChanges'

/*
 * A simple model of what should be served: each app has a stack of its values, and a rollback of everything
 * goes back from snapshot to snapshot. A snapshot keeps whole stacks; the code keeps revision numbers.
 */

/** Only a few, so that the same values recur. */
export const APPS = ['host', 'users']

export type Step =
  | { do: 'promote'; app: string; version: string; force: boolean; endCanary: boolean }
  | { do: 'canary'; app: string; version: string; percent: number; force: boolean }
  | { do: 'remove'; app: string }
  | { do: 'settings'; apiUrl: string }
  | { do: 'rollback'; app: string; to: number | undefined; force: boolean }
  | { do: 'rollback all'; to: number | undefined; force: boolean }

/** The values of one app, the served one last; null means that it was removed. */
interface Lane {
  stack: (string | null)[]
  canary: { value: string; percent: number } | null
}

interface Snapshot {
  lanes: Record<string, Lane>
  /** The revision at which a rollback of everything starts. */
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

  /** The stable version of an app. */
  private value = (snapshot: Snapshot, app: string): string | null =>
    snapshot.lanes[app]?.stack.at(-1) ?? null

  private values = (snapshot: Snapshot, app: string): string[] => {
    const [value, canary] = [this.value(snapshot, app), snapshot.lanes[app]?.canary]
    return [...(value === null ? [] : [value]), ...(canary ? [canary.value] : [])].map(
      (one) => `${app} ${one}`,
    )
  }

  /** The stable version by app, then the canary's version and percentage. */
  served = (): Record<string, string> =>
    Object.fromEntries(
      [SETTINGS, ...APPS].flatMap((app) => {
        const [value, canary] = [this.value(this.now, app), this.now.lanes[app]?.canary]
        if (value === null) return []
        return [[app, canary ? `${value} ${canary.value} ${canary.percent}` : value]]
      }),
    )

  private commit(lanes: Record<string, Lane>, before = this.snapshots.length): true {
    this.snapshots.push({ lanes, before })
    return true
  }

  private withLane = (app: string, lane: Lane) => ({ ...this.now.lanes, [app]: lane })

  private isBad = (app: string, value: string): boolean => this.bad.has(`${app} ${value}`)

  /** @returns false if the step is rejected; nothing has changed then */
  play(step: Step): boolean {
    const { lanes } = this.now
    switch (step.do) {
      case 'promote': {
        const lane = lanes[step.app] ?? { stack: [], canary: null }
        if (step.app !== 'host' && this.value(this.now, 'host') === null) return false
        if (this.isBad(step.app, step.version) && !step.force) return false
        if (lane.canary && lane.canary.value !== step.version && !step.endCanary) return false
        this.bad.delete(`${step.app} ${step.version}`)
        return this.commit(this.withLane(step.app, { stack: [...lane.stack, step.version], canary: null }))
      }
      case 'canary': {
        const lane = lanes[step.app]
        const value = this.value(this.now, step.app)
        if (!lane || value === null) return false
        if (step.percent === 0)
          return (
            lane.canary?.value === step.version &&
            this.commit(this.withLane(step.app, { ...lane, canary: null }))
          )
        if (value === step.version || (this.isBad(step.app, step.version) && !step.force)) return false
        this.bad.delete(`${step.app} ${step.version}`)
        const canary = { value: step.version, percent: step.percent }
        return this.commit(this.withLane(step.app, { ...lane, canary }))
      }
      case 'remove': {
        if (step.app === 'host' || this.value(this.now, step.app) === null) return false
        return this.commit(
          this.withLane(step.app, { stack: [...lanes[step.app]!.stack, null], canary: null }),
        )
      }
      case 'settings':
        this.bad.delete(`${SETTINGS} ${step.apiUrl}`)
        return this.commit(
          this.withLane(SETTINGS, { stack: [...lanes[SETTINGS]!.stack, step.apiUrl], canary: null }),
        )
      case 'rollback':
        return step.to === undefined ? this.stepBack(step.app) : this.restore(step.app, step.to, step.force)
      case 'rollback all':
        return this.restoreAll(step.to ?? this.wayBack(), step.force)
    }
  }

  private stepBack(app: string): boolean {
    const lane = this.now.lanes[app]
    if (!lane) return false
    if (lane.canary) {
      this.bad.add(`${app} ${lane.canary.value}`)
      return this.commit(this.withLane(app, { ...lane, canary: null }))
    }
    const value = lane.stack.at(-1) ?? null
    const stack = lane.stack.slice(0, -1)
    while (stack.length > 0) {
      const next = stack.at(-1) ?? null
      if (next !== null && next !== value && !this.isBad(app, next)) break
      stack.pop()
    }
    if (stack.length === 0) return false
    if (value !== null) this.bad.add(`${app} ${value}`)
    return this.commit(this.withLane(app, { stack, canary: null }))
  }

  private restore(app: string, to: number, force: boolean): boolean {
    const target = this.at(to)
    if (!target || this.value(target, app) === null) return false
    return this.replace({ ...this.now.lanes, [app]: target.lanes[app]! }, [app], force)
  }

  private restoreAll(to: number | null, force: boolean): boolean {
    const target = to === null ? undefined : this.at(to)
    if (!target || this.value(target, 'host') === null) return false
    return this.replace(target.lanes, [SETTINGS, ...APPS], force, target.before)
  }

  private replace(lanes: Record<string, Lane>, apps: string[], force: boolean, before?: number): boolean {
    const next = { lanes, before: 0 }
    const coming = apps.flatMap((app) => this.values(next, app))
    if (coming.some((value) => this.bad.has(value)) && !force) return false
    const leaving = apps.flatMap((app) => this.values(this.now, app))
    for (const value of leaving) this.bad.add(value)
    for (const value of coming) this.bad.delete(value)
    return this.commit(lanes, before)
  }

  private isCanaryOfNow(snapshot: Snapshot, app: string): boolean {
    const [before, running] = [snapshot.lanes[app]?.canary, this.now.lanes[app]?.canary]
    if (!before) return false
    const isStep = running?.value === before.value && running.percent !== before.percent
    return isStep || before.value === this.value(this.now, app)
  }

  private wayBack(): number | null {
    const inUse = [SETTINGS, ...APPS].filter((app) => this.value(this.now, app) !== null)
    const read = (snapshot: Snapshot) =>
      JSON.stringify(
        [SETTINGS, ...APPS].map((app) => [this.value(snapshot, app), snapshot.lanes[app]?.canary ?? null]),
      )
    for (let revision = this.now.before; revision > 0; revision = this.at(revision)!.before) {
      const snapshot = this.at(revision)!
      const values = [SETTINGS, ...APPS].flatMap((app) => this.values(snapshot, app))
      const isGood =
        inUse.every((app) => this.value(snapshot, app) !== null) &&
        read(snapshot) !== read(this.now) &&
        !inUse.some((app) => this.isCanaryOfNow(snapshot, app)) &&
        !values.some((value) => this.bad.has(value))
      if (isGood) return revision
    }
    return null
  }
}
