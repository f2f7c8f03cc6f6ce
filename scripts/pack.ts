import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import getReleasePlan from '@changesets/get-release-plan'
import { buildAll } from './lib/builds'
import { CommandError } from './lib/commandError'
import { root } from './lib/paths'
import { untilStopped } from './lib/processes'
import { packAll } from './pack/pack'

/** `npm run pack -- --to FOLDER` */
export const run = (args: string[]): Promise<number> =>
  untilStopped(async (over) => {
    const to = folderIn(args)
    if (!(await buildAll({ over }))) return 1
    const waiting = (await getReleasePlan(root)).changesets.length
    if (waiting > 0)
      console.warn(
        `${waiting} changesets wait: these packages have more than the versions on them say. Release first: npm run release`,
      )
    mkdirSync(to, { recursive: true })
    for (const file of packAll(to)) console.log(file)
    return 0
  })

/** @throws CommandError */
function folderIn(args: string[]): string {
  try {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values
    if (to) return to
  } catch {
    // an unknown option
  }
  throw new CommandError('Use: npm run pack -- --to FOLDER')
}
