import { openDatabase } from './db/database'
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

/**
 * Starts everything and says so on standard output.
 * @param onCrash the server can no longer work
 * @throws StartError
 */
export async function start(settings: Settings, onCrash: (error: Error) => void): Promise<RunningServer> {
  const { host, port, externalPort } = settings
  await refuseBusyPort('PORT', host, port)
  await refuseBusyPort('EXTERNAL_PORT', host, externalPort)
  sayProgress('database', 0, 1)
  const database = await openDatabase(settings.dataDir, onCrash)
  sayProgress('database', 1, 1)
  try {
    if (settings.production) await refuseDemoData(database.db)
    if (settings.demoData) await seedDemo(database.db, settings.timeZone, new Date(), sayProgress)
    const services = createServices(database.db, settings)
    await hashOfNothing()
    const api = await createApi(settings, services)
    const external = await createExternal(settings, services)
    const stopHousekeeping = startHousekeeping(services, api.log)
    const stopClosingDays = startClosingDays(database.db, settings.timeZone, api.log)
    say(`external ready ${await listen(external, 'EXTERNAL_PORT', host, externalPort)}`)
    say(`ready ${await listen(api, 'PORT', host, port)}`)
    return {
      stop: async () => {
        stopHousekeeping()
        await Promise.all([api.close(), external.close(), stopClosingDays()])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Lines that a parent process waits for and shows. */
const say = (line: string): boolean => process.stdout.write(`console-api ${line}\n`)

const sayProgress = (what: string, done: number, all: number): boolean =>
  say(`seeding: ${what} ${done}/${all}`)
