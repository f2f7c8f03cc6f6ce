import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildAll } from './lib/builds'
import { CommandError } from './lib/commandError'
import { changesets } from './kernelApi/changesets'
import { packAll } from './pack/pack'

/** `npm run pack -- --to FOLDER` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to) throw new CommandError('The folder is missing: npm run pack -- --to FOLDER')
  if (!(await buildAll())) return 1
  const waiting = changesets().length
  if (waiting > 0)
    console.warn(
      `${waiting} changesets wait: these packages have more than the versions on them say. Release first: npm run release`,
    )
  mkdirSync(values.to, { recursive: true })
  for (const file of packAll(values.to)) console.log(file)
  return 0
}
