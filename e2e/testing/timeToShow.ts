import { test } from '@playwright/test'

/** Prints how long a command took to reach a new page. For information: no test checks the time. */
export async function timeToShow(
  what: string,
  command: () => Promise<unknown>,
  shown: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  await command()
  const commanded = performance.now()
  await shown()
  const seconds = [began, commanded].map((from) => ((performance.now() - from) / 1000).toFixed(1))
  const description = `${what}: a new page shows it ${seconds[0]} s after the command was given, ${seconds[1]} s after it was done`
  test.info().annotations.push({ type: 'time', description })
  console.log(description)
}
