import { untilStopped } from './lib/processes'
import { runSteps } from './lib/runSteps'
import { budgets, build, checks, e2e, firefox, lint, long, processes, types, unit } from './lib/steps'

/** In order of execution. */
const STEPS = { types, lint, checks, unit, processes, build, budgets, e2e, firefox, long }
type StepName = keyof typeof STEPS

/** They also run if they are named. */
const ONLY_WITH_ALL: readonly StepName[] = ['processes', 'firefox']

/** Not even with `--all`. Types and lint run side by side as `checks`. */
const BY_NAME: readonly StepName[] = ['types', 'lint', 'long']

/** Only these steps are skipped after a failure. */
const NEEDS: Partial<Record<StepName, StepName>> = {
  budgets: 'build',
  e2e: 'build',
  firefox: 'build',
  long: 'build',
}

/** `npm test [-- steps...] [--all] [filters for jest and Playwright...]`. Exits with 1 after any failure. */
export const run = (args: string[]): Promise<number> =>
  untilStopped(async (over) => {
    const names = Object.keys(STEPS) as StepName[]
    const named = names.filter((name) => args.includes(name))
    const all = args.includes('--all')
    const unnamed = names.filter((name) => !BY_NAME.includes(name) && (all || !ONLY_WITH_ALL.includes(name)))
    const steps = named.length > 0 ? named : unnamed
    const filters = args.filter((arg) => arg !== '--all' && !names.some((name) => name === arg))
    const settings = { filters, all, over }
    return runSteps(
      steps.map((name) => ({ name, needs: NEEDS[name], run: () => STEPS[name](settings) })),
      over,
    )
  })
