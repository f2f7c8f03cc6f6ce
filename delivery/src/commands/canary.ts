import { Refusal } from '../refusal'
import { setCanary } from '../site/changes'
import { commit } from '../site/environment'
import { releaseId } from '../site/layout'
import { currentEnvironment } from '../site/page'
import { findRelease, isHost } from '../site/releases'
import { readBudgets } from '../verify/budgets'
import { problemsOf } from '../verify/verify'
import { NOTE, noteOf, readArgs, required, type Command } from './command'
import { policyLines } from './promote'
import { refuseIf, VERIFYING } from './verify'

export const canary: Command = {
  usage: 'canary NAME@VERSION --percent N --env ENV --why TEXT',
  summary: 'serves a release to a share of the users, 0 to nobody any more [--who NAME]',
  run: async (args) => {
    const options = { ...NOTE, ...VERIFYING, percent: { type: 'string' } } as const
    const { values, positionals, site } = readArgs(args, options, { least: 1, most: 1 })
    const name = required(values.env, 'env')
    const percent = readPercent(required(values.percent, 'percent'))
    const found = findRelease(site, positionals[0]!)
    const { record } = found
    if (isHost(record)) throw new Refusal('A host is one for all users: there is no canary of it.')
    const id = `${record.name}@${releaseId(record)}`
    const budgets = readBudgets(values.budgets)
    const done = await commit(
      site,
      name,
      noteOf(values, `canary ${id} ${percent} %`),
      (current, settings) => {
        // what is taken back may be spoilt, which is a reason to take it back
        if (percent > 0) refuseIf(problemsOf(site, found, currentEnvironment(site, name), budgets))
        return setCanary(record, percent)(current, settings)
      },
    )
    const share = percent === 0 ? 'to nobody' : `to ${percent} % of its users`
    return [
      `${name} serves ${id} ${share} from revision ${done.environment.revision} on.`,
      ...policyLines(name, done),
    ]
  },
}

function readPercent(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text)
  throw new Refusal(`--percent must be a whole number from 0 to 100, not '${text}'.`)
}
