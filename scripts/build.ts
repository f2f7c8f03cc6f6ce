import { buildAll } from './lib/builds'
import { readFlags } from './lib/flags'
import { untilStopped } from './lib/processes'

const USAGE = `npm run build [-- options]: builds what has changed.

Options:
  --force   builds everything`

/** `npm run build`: see {@link USAGE}. */
export async function run(args: string[]): Promise<number> {
  const flags = readFlags('npm run build', args, ['--force'], USAGE)
  if (!flags) return 0
  return untilStopped(async (over) => ((await buildAll({ over, force: flags.has('--force') })) ? 0 : 1))
}
