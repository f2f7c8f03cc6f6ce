import { explanationOf } from '@console/shared-kernel/command'
import { countsLine, ONE_FAILED, sum, type Counts } from './testResults'

export interface Step {
  name: string
  run: () => Promise<Counts>
}

/** One after another, each with its counts and seconds, and a total. @returns 1 after any failure */
export async function runSteps(steps: readonly Step[], over: AbortSignal): Promise<number> {
  const results: Counts[] = []
  const began = Date.now()
  for (const step of steps) {
    if (over.aborted) return 1
    const started = Date.now()
    console.log(`\n== ${step.name}`)
    const counts = await attempt(step)
    console.log(`${step.name}: ${countsLine(counts)} in ${secondsSince(started)} s`)
    results.push(counts)
  }
  const total = sum(results)
  console.log(`\n${countsLine(total)} in ${secondsSince(began)} s`)
  return total.failed > 0 ? 1 : 0
}

const secondsSince = (began: number): string => ((Date.now() - began) / 1000).toFixed(1)

/** An error in one step does not stop the others. */
async function attempt({ run }: Step): Promise<Counts> {
  try {
    return await run()
  } catch (error) {
    console.error(explanationOf(error))
    return ONE_FAILED
  }
}
