import { untilStopped } from './lib/processes'
import {
  budgets,
  build,
  checks,
  e2e,
  firefox,
  lint,
  long,
  processes,
  types,
  unit,
  type StepSettings,
} from './lib/steps'
import { countsLine, ONE_FAILED, sum, type Counts } from './lib/testResults'

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
    const results = new Map<StepName, Counts>()
    const began = Date.now()
    for (const name of steps) {
      if (over.aborted) return 1
      results.set(name, await runStep(name, settings, results))
    }
    const total = sum([...results.values()])
    console.log(`\n${countsLine(total)} in ${secondsSince(began)} s`)
    return total.failed > 0 ? 1 : 0
  })

const secondsSince = (began: number): string => ((Date.now() - began) / 1000).toFixed(1)

async function runStep(
  name: StepName,
  settings: StepSettings,
  earlier: Map<StepName, Counts>,
): Promise<Counts> {
  const started = Date.now()
  console.log(`\n== ${name}`)
  const need = NEEDS[name]
  if (need && earlier.get(need)?.failed) {
    console.error(`${name} is left out: it needs ${need}, which failed.`)
    return ONE_FAILED
  }
  const counts = await attempt(name, settings)
  console.log(`${name}: ${countsLine(counts)} in ${secondsSince(started)} s`)
  return counts
}

/** An error in one step does not stop the others. */
async function attempt(name: StepName, settings: StepSettings): Promise<Counts> {
  try {
    return await STEPS[name](settings)
  } catch (error) {
    // by its name: delivery has a class of its own
    console.error(error instanceof Error && error.name === 'CommandError' ? error.message : error)
    return ONE_FAILED
  }
}
