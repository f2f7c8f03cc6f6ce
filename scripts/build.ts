import { buildAll } from './lib/builds'
import { untilStopped } from './lib/processes'

/** `npm run build [-- --force]`: builds what has changed, with `--force` everything. */
export const run = (args: string[]): Promise<number> =>
  untilStopped(async (over) => {
    const built = await buildAll({ force: args.includes('--force'), over })
    return built ? 0 : 1
  }, 130)
