import { Refusal } from '../refusal'
import { promoteHost, promoteRemote } from '../site/changes'
import { releaseId } from '../site/layout'
import { currentEnvironment } from '../site/page'
import { findRelease, isHost } from '../site/releases'
import { readSettings } from '../site/settings'
import { BUDGETS, readBudgets } from '../verify/budgets'
import type { Problem } from '../verify/problem'
import { problemsOf } from '../verify/verify'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

export const VERIFYING = { budgets: { type: 'string', default: BUDGETS } } as const

export const verify: Command = {
  usage: 'verify NAME@VERSION --env ENV',
  summary:
    'says what speaks against a release, its screens opened in a browser [--budgets FILE] [--no-browser]',
  run: async (args) => {
    const options = { ...ENVIRONMENT, ...VERIFYING, 'no-browser': { type: 'boolean' } } as const
    const { values, positionals, site } = readArgs(args, options, { least: 1, most: 1 })
    const name = required(values.env, 'env')
    const settings = readSettings(site, name)
    const found = findRelease(site, positionals[0]!)
    const current = currentEnvironment(site, name)
    refuseIf(problemsOf(site, found, current, readBudgets(values.budgets)))
    const { record } = found
    const next = (isHost(record) ? promoteHost(record) : promoteRemote(record))(current, settings)
    const mounts = next.host !== undefined && !values['no-browser']
    if (mounts) {
      // the other commands do without the browser's library
      const { mountProblems } = await import('../verify/mount')
      const remotes = isHost(record) ? Object.keys(next.remotes) : [record.name]
      refuseIf(await mountProblems({ site, environment: next, remotes }))
    }
    const how = mounts ? ', and its screens mount' : ''
    return [`${record.name}@${releaseId(record)} is good for ${name}: its files are as built${how}.`]
  },
}

/** @throws Refusal with a line a problem */
export function refuseIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal(...problems.map(({ check, what }) => `${check}: ${what}`))
}
