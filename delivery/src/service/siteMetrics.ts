import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { readVersion } from '../settings/version'
import { keyOfBuild } from '../site/environmentChanges'
import type { Site } from '../site/files'
import { environmentsOf, readCurrent, stateOf, type Revision } from '../site/history'
import { damageOf } from '../site/repair'
import type { ErrorLog } from './errorLog'

/** A check for damage reads all served files, so its result is cached for this long. */
const DAMAGE_KEPT_MS = 60_000
/** A change in progress briefly looks like damage, so damage must last this long. */
const DAMAGE_CONFIRMED_MS = 1_000

/** Registers metrics of the served releases and of the service itself. */
export function registerSite(registry: Registry, site: Site, errors: ErrorLog): void {
  const registers = [registry]
  /** Reads every environment that can be read. */
  const ofEach = async <T>(read: (current: Revision) => T): Promise<Map<string, T>> => {
    const found = new Map<string, T>()
    for (const name of await environmentsOf(site)) {
      const value = await errors.guard(name, async () => read(await readCurrent(site, name)))
      if (value !== undefined) found.set(name, value)
    }
    return found
  }
  new Gauge({
    name: 'console_delivery_build_info',
    help: '1, with the version and the build of the service',
    labelNames: ['version', 'build'],
    registers,
  }).set(readVersion(), 1)
  new Gauge({
    name: 'console_delivery_canary_percent',
    help: 'Share that a canary has of the users, or of the browsers for one of the host; others have the stable release',
    labelNames: ['environment', 'release', 'stable'],
    registers,
    async collect() {
      const states = await ofEach(stateOf)
      this.reset()
      for (const [environment, { apps }] of states)
        for (const [app, { stable, canary }] of Object.entries(apps)) {
          if (!canary) continue
          const [release, other] = [keyOfBuild(app, canary.build), keyOfBuild(app, stable)]
          this.set({ environment, release, stable: other }, canary.percent)
        }
    },
  })
  new Gauge({
    name: 'console_delivery_revision',
    help: 'Revision that an environment serves',
    labelNames: ['environment'],
    registers,
    async collect() {
      const revisions = await ofEach(({ revision }) => revision)
      this.reset()
      for (const [environment, revision] of revisions) this.set({ environment }, revision)
    },
  })
  let cached: { damage: Promise<Map<string, number>>; until: number } | null = null
  new Gauge({
    name: 'console_delivery_damage',
    help: 'What status finds damaged of what an environment serves; an environment that cannot be read is one',
    labelNames: ['environment'],
    registers,
    async collect() {
      const now = performance.now()
      if (!cached || now >= cached.until) cached = { damage: countDamage(site), until: now + DAMAGE_KEPT_MS }
      const damage = await cached.damage
      this.reset()
      for (const [environment, count] of damage) this.set({ environment }, count)
    },
  })
}

async function countDamage(site: Site): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of await environmentsOf(site)) {
    const check = () =>
      damageOf(site, name).then(
        (damage) => damage.length,
        () => 1,
      )
    found.set(name, (await check()) && (await sleep(DAMAGE_CONFIRMED_MS).then(check)))
  }
  return found
}
