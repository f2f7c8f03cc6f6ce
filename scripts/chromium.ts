import { ensureChromium } from './lib/browser'
import { untilStopped } from './lib/processes'

export const run = (): Promise<number> =>
  untilStopped(async () => {
    console.log(await ensureChromium())
    return 0
  })
