import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { kernelFolder, makeReports, readReports, reportFile } from './kernelApi/reports'
import { main, readFlags } from './lib/main'
import { root } from './lib/paths'

const FOLDER = join(kernelFolder, 'api')

const USAGE = `npm run kernel-api [-- options]: writes the API report of each entry that other repositories may rely on.

Options:
  --check      writes nothing, and exits with 1 if a report is out of date`

/** `npm run kernel-api`: see {@link USAGE}. */
export async function run(args: string[]): Promise<number> {
  const flags = readFlags('npm run kernel-api', args, ['--check'], USAGE)
  if (!flags) return 0
  const kept = readReports(FOLDER)
  const reports = makeReports()
  const outdated = [...new Set([...Object.keys(kept), ...Object.keys(reports)])].filter(
    (entry) => kept[entry] !== reports[entry],
  )
  for (const entry of outdated) {
    const file = join(FOLDER, reportFile(entry))
    const text = reports[entry]
    if (flags.has('--check'))
      console.error(
        `${relative(root, file)} is not of these sources: run npm run kernel-api, and look at what it changes.`,
      )
    else if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
  }
  return flags.has('--check') && outdated.length > 0 ? 1 : 0
}

void main(import.meta.url, run)
