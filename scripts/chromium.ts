import { ensureChromium } from './lib/browser'
import { main } from './lib/main'
import { untilStopped } from '../packages/emulator/src/processes'

/** Before flows in a browser: installs one where there is none. */
const run = (): Promise<number> => untilStopped(async () => ((await ensureChromium()) ? 0 : 1))

void main(import.meta.url, run)
