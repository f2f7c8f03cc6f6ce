import { BUDGETS, readBudgets } from '../src/verify/budgets'
import { team } from '../src/commands/team'
import { COMMANDS } from '../src/consoleDelivery'
import { createService, type ServiceSettings } from '../src/service/app'
import { run, sitePath } from './staging'

/** The delivery service of the test's own site, on a free port. */
export async function startService(settings: Partial<ServiceSettings> = {}) {
  const app = await createService({
    site: { root: sitePath() },
    budgets: readBudgets(BUDGETS),
    commands: COMMANDS,
    ...settings,
  })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** @returns the token of a new team that owns these remotes, or the host */
export async function createTeam(name: string, owns: string): Promise<string> {
  await run(team, `set ${name} --owns ${owns}`)
  const [token = ''] = (await run(team, `token ${name}`)).split('\n')
  return token
}
