import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type OpenDatabase } from './db/database'
import { refuseDemoData, seedDemo } from './demo/seed'
import { listen, refuseBusyPort } from './listen'
import { createApi, createExternal } from './server'
import { hashOfNothing } from './services/auth/passwords'
import { startHousekeeping } from './services/housekeeping'
import { startClosingDays } from './services/reports/closingJob'
import { createServices } from './services/services'
import type { Settings } from './settings'

export interface RunningServer {
  /** Finishes the requests that are under way, closes the database and gives the directory back. */
  stop(): Promise<void>
}

/** In the order they start in: who waits for the API may then call both. */
const LISTENERS = [
  { service: 'external', setting: 'EXTERNAL_PORT', port: 'externalPort', create: createExternal },
  { service: 'api', setting: 'PORT', port: 'port', create: createApi },
] as const

/**
 * Starts everything and says so on standard output.
 * @param onCrash the server can no longer work
 * @throws StartError
 */
export async function start(settings: Settings, onCrash: (error: Error) => void): Promise<RunningServer> {
  const listeners = LISTENERS.filter(({ service }) => settings.services.includes(service))
  for (const { setting, port } of listeners) await refuseBusyPort(setting, settings.host, settings[port])
  sayProgress('database', 0, 1)
  const database = await openDatabase(settings, onCrash)
  sayProgress('database', 1, 1)
  try {
    await prepareData(database, settings)
    const services = createServices(database.db, settings)
    await hashOfNothing()
    const opened = await Promise.all(
      listeners.map(async (listener) => ({ ...listener, app: await listener.create(settings, services) })),
    )
    const apps = opened.map(({ app }) => app)
    for (const { app, service, setting, port } of opened) {
      const address = await listen(app, setting, settings.host, settings[port])
      say(`${service === 'api' ? '' : `${service} `}ready ${address}`)
    }
    const stopHousekeeping = startHousekeeping({
      database,
      limits: services.limits,
      timeZone: settings.timeZone,
      log: apps[0]?.log,
    })
    const stopClosingDays = startClosingDays(database.db, settings.timeZone, apps[0]?.log)
    return {
      stop: async () => {
        services.readiness.stop()
        await sleep(settings.stopDelay * 1000)
        await Promise.all([stopHousekeeping(), stopClosingDays(), ...apps.map((app) => app.close())])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function prepareData({ db, alone }: OpenDatabase, settings: Settings): Promise<void> {
  if (settings.production) await refuseDemoData(db)
  if (settings.demoData) await alone(() => seedDemo(db, settings.timeZone, new Date(), sayProgress))
}

/** Lines that a parent process waits for and shows. */
const say = (line: string): boolean => process.stdout.write(`console-api ${line}\n`)

const sayProgress = (what: string, done: number, all: number): boolean =>
  say(`seeding: ${what} ${done}/${all}`)
