import type { Release } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import {
  initialState,
  type Change,
  type ChangeOutcome,
  type Build,
  type State,
} from '../src/site/environmentChanges'
import type { EnvironmentSettings } from '../src/site/environmentSettings'

export const SETTINGS_OF_STAGING: EnvironmentSettings = {
  name: 'staging',
  apiUrl: 'http://api.test',
  externalReportsUrl: 'http://reports.test',
  releasesUrl: 'http://releases.test/',
  timeZone: 'UTC',
  telemetryUrl: null,
  overrides: [],
}

/** Version `1` of users is the release `users@1-b1`; the host is an app like any other. */
export const buildOf = (app: string, version: string): Build =>
  app === 'host'
    ? { version, build: `b${version}` }
    : ({ name: app, version, build: `b${version}`, screens: [] } as unknown as Release)

/** An environment's history in memory. Its first revision has only settings. */
export class Timeline {
  readonly states: State[]

  constructor(settings: EnvironmentSettings = SETTINGS_OF_STAGING) {
    this.states = [initialState(settings)]
  }

  get now(): State {
    return this.states.at(-1)!
  }

  /** @throws CommandError if the change is rejected */
  readonly play = async (change: Change): Promise<ChangeOutcome> => {
    const earlier = (revision: number): State => {
      const state = this.states[revision - 1]
      if (!state) throw new CommandError('There is no such revision.')
      return state
    }
    const revision = this.states.length + 1
    const changed = await change(this.now, {
      revision,
      who: 'ana',
      why: 'a test',
      at: `day ${revision}`,
      earlier,
    })
    this.states.push(changed.state)
    return changed
  }

  /** Describes the served versions of an app, e.g. `1`, or `1, 10 % of 2`. */
  readonly served = (app: string): string | null => {
    const served = this.now.apps[app]
    if (!served) return null
    const { stable, canary } = served
    return stable.version + (canary ? `, ${canary.percent} % of ${canary.build.version}` : '')
  }
}
