import { promoteHost, promoteRemote } from '../site/changes'
import { commit, type Committed } from '../site/environment'
import { releaseId } from '../site/layout'
import { currentEnvironment } from '../site/page'
import { findRelease, isHost } from '../site/releases'
import { readBudgets } from '../verify/budgets'
import { problemsOf } from '../verify/verify'
import { NOTE, noteOf, readArgs, required, type Command } from './command'
import { refuseIf, VERIFYING } from './verify'

export const promote: Command = {
  usage: 'promote NAME@VERSION --env ENV --why TEXT',
  summary: 'serves a release from now on; its files are verified once more [--who NAME]',
  run: async (args) => {
    const { values, positionals, site } = readArgs(args, { ...NOTE, ...VERIFYING }, { least: 1, most: 1 })
    const name = required(values.env, 'env')
    const found = findRelease(site, positionals[0]!)
    const { record } = found
    const id = `${record.name}@${releaseId(record)}`
    const note = noteOf(values, `promote ${id}`)
    const budgets = readBudgets(values.budgets)
    const change = isHost(record) ? promoteHost(record) : promoteRemote(record)
    const done = await commit(site, name, note, (current, settings) => {
      refuseIf(problemsOf(site, found, currentEnvironment(site, name), budgets))
      return change(current, settings)
    })
    return [`${name} serves ${id} from revision ${done.environment.revision} on.`, ...policyLines(name, done)]
  },
}

/** What the operator of the web server has to know. */
export const policyLines = (name: string, { newOrigins }: Committed): string[] =>
  newOrigins.length > 0
    ? [
        `New origin: ${newOrigins.join(', ')}. Browsers refuse it until the server's configuration is written anew and reloaded: console-delivery nginx --env ${name} ...`,
      ]
    : []
