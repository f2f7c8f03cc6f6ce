import { mkdirSync } from 'node:fs'
import getReleasePlan from '@changesets/get-release-plan'
import { readArguments, UsageError } from '@console/shared-kernel/command'
import { main } from './lib/main'
import { root } from './lib/paths'
import { packAll } from './pack/pack'

/** `npm run pack -- --to FOLDER` */
async function run(args: string[]): Promise<number> {
  const { to } = readArguments({ args, options: { to: { type: 'string' } } }).values
  if (!to) throw new UsageError('Use: npm run pack -- --to FOLDER')
  const waiting = (await getReleasePlan(root)).changesets.length
  if (waiting > 0)
    console.warn(
      `${waiting} changesets wait: these packages have more than the versions on them say. Release first: npm run release`,
    )
  mkdirSync(to, { recursive: true })
  for (const file of packAll(to)) console.log(file)
  return 0
}

void main(import.meta.url, run)
