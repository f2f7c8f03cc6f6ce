import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  kernelFolder,
  makeReports,
  onlyAdds,
  readReports,
  reportFile,
  writeDeclarations,
} from './kernelApi/reports'
import { changedNames, sharedNames } from './kernelApi/sharedNames'
import { lastRelease } from './lib/lastRelease'
import { main, readOptions } from './lib/main'
import { root } from './lib/paths'
import { withStagingFolder } from './pack'

const FOLDER = join(kernelFolder, 'api')

const USAGE = `npm run kernel-api [-- options]: writes the API report of each entry that other repositories may rely on.

Options:
  --check      writes nothing, and exits with 1 if a report lacks more than optional members, or if a shared name
               has changed since the last release`

/** `npm run kernel-api`: see {@link USAGE}. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(USAGE, args, { check: { type: 'boolean', default: false } })
  if (!options) return 0
  const kept = readReports(FOLDER)
  const release = options.check ? lastRelease() : null
  const shared = release ? await sharedNames(release) : {}
  const { reports, changed } = withStagingFolder((folder) => {
    writeDeclarations(kernelFolder, folder)
    return {
      reports: makeReports(folder),
      changed: release ? changedNames(declarationsOf(release), folder, shared) : [],
    }
  })
  const isRight = options.check ? onlyAdds : (report: string, before: string) => report === before
  const outdated = [...new Set([...Object.keys(kept), ...Object.keys(reports)])].filter(
    (entry) => !isRight(reports[entry] ?? '', kept[entry] ?? ''),
  )
  for (const entry of outdated) {
    const file = join(FOLDER, reportFile(entry))
    const text = reports[entry]
    if (options.check)
      console.error(
        `${relative(root, file)} is not of these sources: run npm run kernel-api, and look at what it changes.`,
      )
    else if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
  }
  for (const line of changed)
    console.error(
      `${line}. Deployed remotes use it: keep it, and give what is new a new name (docs/kernel.md).`,
    )
  return options.check && outdated.length + changed.length > 0 ? 1 : 0
}

/** The folder of a release's declarations, which are written only once. */
function declarationsOf(release: string): string {
  const folder = join(release, 'declarations')
  if (!existsSync(folder))
    withStagingFolder((stage) => {
      const made = join(stage, 'declarations')
      writeDeclarations(join(release, 'shared-kernel'), made)
      renameSync(made, folder)
    })
  return folder
}

void main(import.meta.url, run)
