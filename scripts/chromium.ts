import { ensureChromium } from './lib/browser'
import { untilStopped } from './lib/processes'

/** `node scripts/run.mjs chromium`: finds or installs the browser of the tests, and prints where it is. */
export const run = (): Promise<number> =>
  untilStopped(async () => {
    console.log(await ensureChromium())
    return 0
  }, 130)
