import { readFileSync } from 'node:fs'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { Refusal } from '../refusal'
import { hostOf } from '../site/environment'
import type { Site } from '../site/layout'
import { isHost, type ReleaseRecord } from '../site/releases'
import {
  budgetProblems,
  compatibilityProblems,
  fileProblems,
  screenProblems,
  sharedCopyProblems,
  type Budget,
} from './checks'
import type { Problem } from './problem'

/** By the name of a remote. */
export type Budgets = Readonly<Record<string, Partial<Budget>>>

/** Of every remote that has no budget of its own; no remote can have this name. */
const ANY = '*'

/** @throws Refusal where the file cannot be read */
export function readBudgets(file: string): Budgets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Budgets
  } catch (error) {
    throw new Refusal(`The budgets cannot be read: ${(error as Error).message}`)
  }
}

/** What of a release speaks against an environment, as far as its files tell. Nothing of its code runs. */
export function problemsOf(
  site: Site,
  { folder, record }: { folder: string; record: ReleaseRecord },
  environment: Environment | null,
  budgets: Budgets,
): Problem[] {
  const files = fileProblems(folder, record.files)
  // what is measured and searched must be what was built
  if (files.length > 0) return files
  if (isHost(record)) return environment ? hostProblems(record, environment) : []
  const budget = budgets[record.name] ?? budgets[ANY]
  return [
    ...(environment?.host ? compatibilityProblems(record, hostOf(site, environment).record) : []),
    ...(environment ? screenProblems(record, environment) : []),
    ...(budget ? budgetProblems(folder, record, budget) : [noBudget(record.name)]),
    ...sharedCopyProblems(folder, record),
  ]
}

/** Without a limit nobody would notice what a remote grows to. */
const noBudget = (name: string): Problem => ({
  check: 'budget',
  what: `the budgets name neither ${name} nor '${ANY}', which stands for every other remote`,
})

/** A host must be good for every remote that is there. */
const hostProblems = (host: { kernel: string; react: string }, { remotes }: Environment): Problem[] =>
  Object.values(remotes).flatMap(({ release }) =>
    compatibilityProblems(release, host).map(({ check, what }) => ({
      check,
      what: `${release.name}: ${what}`,
    })),
  )
