import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Release } from '@console/shared-kernel/remote/documents'
import { CommandError } from '../errors'
import { changeSettings, initialState, promote, removeRemote, setCanary, type Change } from './changes'
import { rollBackAll, rollBackPart } from './wayBack'
import { keysOf, SETTINGS, type State } from './revision'

/*
 * Random sequences of changes, against a simple model of what should be served: each part has a stack of the
 * values that it was given, and everything goes back by way of the revision that came before. The model keeps
 * whole stacks in every snapshot; the code keeps numbers of revisions.
 */

/** Few, so that the same values meet again and again. */
const PARTS = ['host', 'users']
const VERSIONS = ['1', '2', '3']

type Step =
  | { do: 'promote'; part: string; version: string; force: boolean; endCanary: boolean }
  | { do: 'canary'; part: string; version: string; percent: number; force: boolean }
  | { do: 'remove'; part: string }
  | { do: 'settings'; apiUrl: string }
  | { do: 'rollback'; part: string; to: number | undefined; force: boolean }
  | { do: 'rollback all'; to: number | undefined; force: boolean }

const part = fc.constantFrom(...PARTS)
const version = fc.constantFrom(...VERSIONS)
const force = fc.boolean()
/** Mostly the way back; sometimes a revision by its number, which there may not be. */
const to = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 15 }) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('promote' as const), part, version, force, endCanary: force }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('canary' as const),
      part,
      version,
      percent: fc.constantFrom(0, 10, 50),
      force,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), part }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      apiUrl: fc.constantFrom('http://a.test', 'http://b.test', 'http://c.test'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('rollback' as const),
      part: fc.constantFrom(...PARTS, SETTINGS),
      to,
      force,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rollback all' as const), to, force }) },
)

const build = (part: string, version: string) =>
  (part === 'host'
    ? { version, build: version }
    : { name: part, version, build: version, screens: [] }) as unknown as Release

const changeOf = (step: Step): Change => {
  switch (step.do) {
    case 'promote':
      return promote(step.part, build(step.part, step.version), step)
    case 'canary':
      return setCanary(step.part, build(step.part, step.version), step.percent, step)
    case 'remove':
      return removeRemote(step.part)
    case 'settings':
      return changeSettings({ apiUrl: step.apiUrl })
    case 'rollback':
      return rollBackPart(step.part, step)
    case 'rollback all':
      return rollBackAll(step)
  }
}

/** Of one part: the values that it was given, the served one at the end; null where it was taken out. */
interface Lane {
  stack: (string | null)[]
  canary: { value: string; percent: number } | null
}

interface Snapshot {
  lanes: Record<string, Lane>
  /** The revision that a rollback of everything looks at first. */
  before: number
}

class Model {
  private snapshots: Snapshot[] = [
    { lanes: { [SETTINGS]: { stack: ['http://start.test'], canary: null } }, before: 0 },
  ]
  bad = new Set<string>()

  private get now(): Snapshot {
    return this.snapshots.at(-1)!
  }

  private at = (revision: number): Snapshot | undefined => this.snapshots[revision - 1]

  /** What a part gives to everybody. */
  private value = (snapshot: Snapshot, part: string): string | null =>
    snapshot.lanes[part]?.stack.at(-1) ?? null

  private values = (snapshot: Snapshot, part: string): string[] => {
    const [value, canary] = [this.value(snapshot, part), snapshot.lanes[part]?.canary]
    return [...(value === null ? [] : [value]), ...(canary ? [canary.value] : [])].map(
      (one) => `${part} ${one}`,
    )
  }

  /** As `served` below says it of the code. */
  served = (): Record<string, string> =>
    Object.fromEntries(
      [SETTINGS, ...PARTS].flatMap((part) => {
        const [value, canary] = [this.value(this.now, part), this.now.lanes[part]?.canary]
        return value === null ? [] : [[part, canary ? `${value} ${canary.value} ${canary.percent}` : value]]
      }),
    )

  private commit(lanes: Record<string, Lane>, before = this.snapshots.length): true {
    this.snapshots.push({ lanes, before })
    return true
  }

  private withLane = (part: string, lane: Lane) => ({ ...this.now.lanes, [part]: lane })

  private isBad = (part: string, value: string): boolean => this.bad.has(`${part} ${value}`)

  /** @returns whether it is done; where not, nothing has changed */
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
        !values.some((value) => this.bad.has(value))
      if (isGood) return revision
    }
    return null
  }
}

/** The code under test, over a history in memory. */
class Environment {
  states: State[] = [
    initialState({
      name: 'staging',
      apiUrl: 'http://start.test',
      externalReportsUrl: 'http://r.test',
      releasesUrl: 'http://s.test/',
      timeZone: 'UTC',
      telemetryUrl: null,
      overrides: [],
    }),
  ]

  get now(): State {
    return this.states.at(-1)!
  }

  play(step: Step): boolean {
    const earlier = (revision: number): State => {
      const state = this.states[revision - 1]
      if (!state) throw new CommandError('There is no such revision.')
      return state
    }
    const revision = this.states.length + 1
    try {
      this.states.push(
        changeOf(step)(this.now, { revision, who: 'ana', why: 'test', at: 'now', earlier }).state,
      )
      return true
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return false
    }
  }

  served = (): Record<string, string> => ({
    [SETTINGS]: this.now.settings.apiUrl,
    ...Object.fromEntries(
      Object.entries(this.now.parts).map(([part, { stable, canary }]) => [
        part,
        canary ? `${stable.version} ${canary.build.version} ${canary.percent}` : stable.version,
      ]),
    ),
  })

  bad = (): string[] => Object.keys(this.now.bad)
}

test('what is served after any thirty changes is what a simple model says, and nothing that is marked bad', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 30 }), (steps) => {
      const model = new Model()
      const environment = new Environment()
      const played = steps.map((step) => {
        const done = environment.play(step)
        const served = [SETTINGS, ...PARTS].flatMap((part) => keysOf(environment.now, part))
        return {
          ...step,
          done,
          served: environment.served(),
          bad: environment.bad().length,
          servedThoughBad: served.filter((key) => Object.hasOwn(environment.now.bad, key)),
        }
      })
      const expected = steps.map((step) => {
        const done = model.play(step)
        return { ...step, done, served: model.served(), bad: model.bad.size, servedThoughBad: [] }
      })
      expect(played).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
