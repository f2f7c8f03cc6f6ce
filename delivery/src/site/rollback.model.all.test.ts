import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Model, APPS, type Step } from '../../testing/servedModel'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import {
  changeSettings,
  promoteRelease,
  removeRemote,
  setCanary,
  type Change,
  keysOf,
  SETTINGS,
} from './environmentChanges'
import { rollBackAll, rollBackApp } from './rollback'

/* Compares random sequences of changes with a simple model of what should be served. */

const app = fc.constantFrom(...APPS)
const version = fc.constantFrom('1', '2', '3')
const force = fc.boolean()
/** Usually no target; sometimes a revision number, which may not exist. */
const to = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 15 }) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('promote' as const), app, version, force, endCanary: force }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('canary' as const),
      app,
      version,
      percent: fc.constantFrom(0, 10, 50),
      force,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), app }) },
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
      app: fc.constantFrom(...APPS, SETTINGS),
      to,
      force,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rollback all' as const), to, force }) },
)

const changeOf = (step: Step): Change => {
  switch (step.do) {
    case 'promote':
      return promoteRelease(step.app, buildOf(step.app, step.version), step)
    case 'canary':
      return setCanary(step.app, buildOf(step.app, step.version), step.percent, {
        force: step.force,
      })
    case 'remove':
      return removeRemote(step.app)
    case 'settings':
      return changeSettings({ apiUrl: step.apiUrl })
    case 'rollback':
      return rollBackApp(step.app, step)
    case 'rollback all':
      return rollBackAll(step)
  }
}

/** The code under test, with an in-memory history. */
class Environment extends Timeline {
  constructor() {
    super({ ...SETTINGS_OF_STAGING, apiUrl: 'http://start.test' })
  }

  /** Returns false if the change was rejected. */
  async take(step: Step): Promise<boolean> {
    try {
      await this.play(changeOf(step))
      return true
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return false
    }
  }

  all = (): Record<string, string> => ({
    [SETTINGS]: this.now.settings.apiUrl,
    ...Object.fromEntries(
      Object.entries(this.now.apps).map(([app, { stable, canary }]) => [
        app,
        canary ? `${stable.version} ${canary.build.version} ${canary.percent}` : stable.version,
      ]),
    ),
  })

  bad = (): string[] => Object.keys(this.now.bad)
}

test('after any thirty changes the served releases match a simple model, and none of them is marked as bad', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 30 }), async (steps) => {
      const model = new Model()
      const environment = new Environment()
      const played = []
      for (const step of steps) {
        const done = await environment.take(step)
        const served = [SETTINGS, ...APPS].flatMap((app) => keysOf(environment.now, app))
        played.push({
          ...step,
          done,
          served: environment.all(),
          bad: environment.bad().length,
          servedThoughBad: served.filter((key) => Object.hasOwn(environment.now.bad, key)),
        })
      }
      const expected = steps.map((step) => {
        const done = model.play(step)
        return { ...step, done, served: model.served(), bad: model.bad.size, servedThoughBad: [] }
      })
      expect(played).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
