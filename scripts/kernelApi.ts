import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import getReleasePlan from '@changesets/get-release-plan'
import { DEPRECATIONS } from '../shared-kernel/src/client/deprecations'
import { changesBetween } from './kernelApi/changes'
import {
  kernelFolder,
  kernelManifest,
  makeReports,
  readReports,
  reportFile,
  type Reports,
} from './kernelApi/reports'
import { versionProblems, type ReleasedDeprecation } from './kernelApi/version'
import { main, readFlags } from './lib/main'
import { root } from './lib/paths'

const KERNEL = '@console/shared-kernel'
const CURRENT = join(kernelFolder, 'api')
/** Reports and version of the last release. */
const RELEASED = join(CURRENT, 'released')
const VERSION = join(RELEASED, 'version')
/** Names deprecated in that release: only these may be removed. */
const DEPRECATED = join(RELEASED, 'deprecated.json')

const USAGE = `npm run kernel-api [-- options]: writes the API report of each entry. Exits with 1 if the version does not
allow their changes.

Options:
  --check      writes nothing, and exits with 1 too if a report is out of date
  --released   also saves the reports as those of the version in package.json`

/** `npm run kernel-api`: see {@link USAGE}. */
export async function run(args: string[]): Promise<number> {
  const flags = readFlags('npm run kernel-api', args, ['--check', '--released'], USAGE)
  if (!flags) return 0
  const reports = makeReports()
  if (!flags.has('--check')) writeReports(CURRENT, reports)
  if (flags.has('--released')) {
    writeReports(RELEASED, reports)
    writeFileSync(VERSION, `${kernelManifest().version}\n`)
    writeFileSync(DEPRECATED, `${JSON.stringify(DEPRECATIONS, null, 2)}\n`)
  }
  const problems = [...outdated(reports), ...(await wrongVersion(reports))]
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}

function writeReports(folder: string, reports: Reports): void {
  mkdirSync(folder, { recursive: true })
  for (const entry of Object.keys(readReports(folder))) rmSync(join(folder, reportFile(entry)))
  for (const [entry, text] of Object.entries(reports)) writeFileSync(join(folder, reportFile(entry)), text)
}

function outdated(reports: Reports): string[] {
  const kept = readReports(CURRENT)
  return [...new Set([...Object.keys(kept), ...Object.keys(reports)])]
    .filter((entry) => kept[entry] !== reports[entry])
    .map((entry) => {
      const file = relative(root, join(CURRENT, reportFile(entry)))
      return `${file} is not of these sources: run npm run kernel-api, and look at what it changes.`
    })
}

async function wrongVersion(reports: Reports): Promise<string[]> {
  const { releases } = await getReleasePlan(root)
  const versions = {
    released: readFileSync(VERSION, 'utf8').trim(),
    next: releases.find(({ name }) => name === KERNEL)?.newVersion ?? kernelManifest().version,
  }
  const deprecated = JSON.parse(readFileSync(DEPRECATED, 'utf8')) as ReleasedDeprecation[]
  return versionProblems(changesBetween(readReports(RELEASED), reports), versions, deprecated)
}

void main(import.meta.url, run)
