import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import getReleasePlan from '@changesets/get-release-plan'
import { CommandError } from './lib/commandError'
import { main } from './lib/main'
import { root } from './lib/paths'
import { packAll } from './pack/pack'

/** `npm run pack -- --to FOLDER` */
async function run(args: string[]): Promise<number> {
  const to = folderIn(args)
  const waiting = (await getReleasePlan(root)).changesets.length
  if (waiting > 0)
    console.warn(
      `${waiting} changesets wait: these packages have more than the versions on them say. Release first: npm run release`,
    )
  mkdirSync(to, { recursive: true })
  for (const file of packAll(to)) console.log(file)
  return 0
}

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

void main(import.meta.url, run)
