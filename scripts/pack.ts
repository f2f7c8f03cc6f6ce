import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildAll } from './build'
import { Fault } from './lib/fault'
import { packAll } from './pack/pack'

/** `npm run pack -- --to FOLDER`: the packages that other repositories install, as tarballs. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to) throw new Fault('Say where the tarballs go: npm run pack -- --to FOLDER')
  if (!(await buildAll())) return 1
  mkdirSync(values.to, { recursive: true })
  for (const file of packAll(values.to)) console.log(file)
  return 0
}
