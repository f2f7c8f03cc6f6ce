import { join } from 'node:path'
import { Refusal } from '../refusal'
import { currentEnvironment, hostOf } from '../site/environment'
import { releaseId } from '../site/layout'
import { findRelease, isHost } from '../site/releases'
import { readSettings } from '../site/settings'
import { findChromium } from '../verify/chromium'
import { mountProblems } from '../verify/mount'
import type { Problem } from '../verify/problem'
import { problemsOf, readBudgets } from '../verify/verify'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

export const BUDGETS = join(import.meta.dirname, '..', '..', 'budgets.json')
export const VERIFYING = { budgets: { type: 'string', default: BUDGETS } } as const

export const verify: Command = {
  usage: 'verify NAME@VERSION --env ENV',
  summary:
    'says what speaks against a release, its screens opened in a browser [--budgets FILE] [--no-browser]',
  run: async (args) => {
    const options = { ...ENVIRONMENT, ...VERIFYING, 'no-browser': { type: 'boolean' } } as const
    const { values, positionals, site } = readArgs(args, options, { least: 1, most: 1 })
    const name = required(values.env, 'env')
    const { timeZone } = readSettings(site, name)
    const found = findRelease(site, positionals[0]!)
    const environment = currentEnvironment(site, name)
    refuseIf(problemsOf(site, found, environment, readBudgets(values.budgets)))
    const { record, folder } = found
    const mounts = !isHost(record) && environment?.host && !values['no-browser']
    if (mounts) {
      const host = hostOf(site, environment).folder
      refuseIf(
        await mountProblems({ host, remote: folder, release: record, timeZone, chromium: findChromium() }),
      )
    }
    const how = mounts ? ', and its screens mount' : ''
    return [`${record.name}@${releaseId(record)} is good for ${name}: its files are as built${how}.`]
  },
}

/** @throws Refusal with a line a problem */
export function refuseIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal(...problems.map(({ check, what }) => `${check}: ${what}`))
}
