import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { gzippedSizeOf } from '../site/compression'
import { isHost, readRecord, type ReleaseRecord } from '../site/releases'
import { problem, type Problem } from '../errors/checkProblem'

/**
 * Maximum bytes, gzipped. Of a remote: its entry, the first load of its largest screen, everything. Of the
 * host: its login screen, what a first screen needs in addition, everything.
 */
type Budget = Partial<Record<'entry' | 'login' | 'firstScreen' | 'all', number>>

export type Budgets = Readonly<Record<string, Budget>>

/** The budget of remotes without one of their own; not a valid name for a remote. */
const ANY = '*'

export const BUDGETS = join(import.meta.dirname, '..', '..', 'budgets.json')

/** @throws CommandError where the file cannot be read */
export function readBudgets(file: string): Budgets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Budgets
  } catch (error) {
    throw new CommandError(`The budgets cannot be read: ${(error as Error).message}`)
  }
}

/** A key that is missing in the budget allows nothing. */
export async function budgetProblems(
  folder: string,
  record: ReleaseRecord,
  budgets: Budgets,
): Promise<Problem[]> {
  const { name } = record
  const budget = budgets[name] ?? (isHost(record) ? undefined : budgets[ANY])
  // without a budget, growth would not be noticed
  if (!budget) {
    return [
      problem('budget')(`the budgets name neither ${name} nor '${ANY}', which stands for every other remote`),
    ]
  }
  const parts = Object.entries(await sizesOf(folder, record)) as [keyof Budget, number][]
  return parts
    .filter(([part, bytes]) => bytes > (budget[part] ?? 0))
    .map(
      ([part, bytes]) => `${part} has ${bytes} bytes of gzip, and its budget is ${budget[part] ?? 'missing'}`,
    )
    .map(problem('budget'))
}

/** @returns a line for each part of a fresh build that exceeds this repository's budgets */
export const overBudget = async (dist: string): Promise<string[]> =>
  (await budgetProblems(dist, await readRecord(dist), readBudgets(BUDGETS))).map(({ what }) => what)

async function sizesOf(folder: string, record: ReleaseRecord): Promise<Budget> {
  const sizes = new Map<string, number>()
  for (const path of Object.keys(record.files)) sizes.set(path, await gzippedSizeOf(join(folder, path)))
  const size = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + sizes.get(path)!, 0)
  const all = size(sizes.keys())
  if (isHost(record)) return { login: size(record.login), firstScreen: size(record.preload), all }
  const screens = record.screens.map(({ preload }) => size([record.entry, ...preload]))
  return { entry: size([record.entry]), firstScreen: Math.max(...screens, 0), all }
}
