import { beforeEach } from '@jest/globals'
import {
  changeSettings,
  promoteRelease,
  removeRemote,
  setCanary,
  SETTINGS,
} from '../src/site/environmentChanges'
import { rollBackAll, rollBackApp, type RollbackOptions } from '../src/site/rollback'
import { buildOf, Timeline } from './timeline'

/** Sets up a test file: a timeline whose revision 2 serves the host, and revision 3 also users 1. */
export function rollbacks() {
  const timeline = new Timeline()
  const serve = (version: string, app = 'users') => timeline.play(promoteRelease(app, buildOf(app, version)))
  const canary = (version: string, percent: number, options?: Parameters<typeof setCanary>[3]) =>
    timeline.play(setCanary('users', buildOf('users', version), percent, options))
  const back = (options?: RollbackOptions, app = 'users') => timeline.play(rollBackApp(app, options))
  const backAll = (options?: RollbackOptions) => timeline.play(rollBackAll(options))
  /** Changes the API address, by which the tests tell settings apart. */
  const setApi = (name: string) => timeline.play(changeSettings({ apiUrl: `http://${name}.test` }))

  beforeEach(async () => {
    timeline.states.splice(1)
    await serve('1', 'host')
    await serve('1')
  })

  /** Each step promotes or removes an app, sets a canary in percent, changes settings, or rolls back. */
  const steps = {
    back: () => back(),
    'back host': () => back({}, 'host'),
    'back all': () => backAll(),
    'settings other': () => setApi('other'),
    'back settings': () => back({}, SETTINGS),
    'remove users': () => timeline.play(removeRemote('users')),
    'host 2': () => serve('2', 'host'),
    'reports 1': () => serve('1', 'reports'),
    'users 1': () => serve('1'),
    'users 2': () => serve('2'),
    'users 3': () => serve('3'),
    'canary 2 at 10': () => canary('2', 10),
    'canary 2 at 50': () => canary('2', 50),
    'canary 3 at 10': () => canary('3', 10),
    'canary 3 at 20': () => canary('3', 20),
  }
  const play = async (all: readonly (keyof typeof steps)[]) => {
    for (const step of all) await steps[step]()
  }

  return { timeline, serve, canary, back, backAll, setApi, play }
}
