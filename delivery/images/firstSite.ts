/**
 * `first-site.js --site FOLDER --env NAME ...`, with the options of `init`: publishes this image's builds to
 * the site, and creates the environment from them if it is missing. Once an operator has changed the
 * environment, the builds of a newer image are published but not promoted.
 */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArguments } from '@console/shared-kernel/command'
import { execute } from '../src/consoleDelivery'
import { readSettings } from '../src/settings/settings'
import { environmentExists, readCurrent, stateOf } from '../src/site/history'

const WHY = 'the first site'
/** `scripts/images.ts` copies the builds here. */
const BUILDS = join(import.meta.dirname, '..', '..', 'builds')

const args = process.argv.slice(2)
const { values } = readArguments({ args, strict: false })
const site = { root: resolve(String(values['site'] ?? readSettings(process.env).CONSOLE_SITE)) }
const environment = String(values['env'])

async function run(...words: string[]): Promise<string> {
  const output = (await execute([...words, '--site', site.root])).join('\n')
  console.log(output)
  return output
}

const releases: string[] = []
for (const name of readdirSync(BUILDS)) {
  const output = await run('publish', join(BUILDS, name), '--json')
  releases.push((JSON.parse(output) as { release: string }).release)
}
// the host is promoted before the remotes that run in it
releases.sort((one, other) => Number(other.startsWith('host@')) - Number(one.startsWith('host@')))

if (!(await environmentExists(site, environment))) await run('init', ...args)
const revision = await readCurrent(site, environment)
// continues an interrupted first run
const isOurs = revision.action === 'init' || revision.why === WHY
const apps = Object.keys(stateOf(revision).apps)
for (const release of isOurs ? releases : []) {
  if (apps.includes(release.split('@')[0]!)) continue
  await run('promote', release, '--env', environment, '--why', WHY)
}
