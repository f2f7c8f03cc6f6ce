import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findChromium, type Machine } from './chromiumPlaces'
import { Fault } from './fault'
import { paths, root } from './paths'
import { start, startNode, type Running } from './processes'

const APT = 'apt-get update && apt-get install -y chromium'
const PLAYWRIGHT = 'npx playwright install chromium'

/**
 * The browser of the tests: one that is there, or one that is installed now.
 * @returns the program's path
 * @throws Fault with the command that a person can run, where installing fails
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium(machine)
  if (found) return found
  const byApt = isDebian() && process.getuid?.() === 0
  const command = byApt ? APT : PLAYWRIGHT
  console.log(`No Chromium found. Installing one: ${command}`)
  const child = byApt ? installByApt() : startNode([paths.playwright, 'install', 'chromium'])
  const { code } = await child.ended
  const installed = code === 0 ? findChromium(machine) : undefined
  if (installed) return installed
  const byHand = isDebian() ? `sudo sh -c '${APT}'` : PLAYWRIGHT
  throw new Fault(
    `${child.tail()}\nThe tests need Chromium. Install it with\n  ${byHand}\nor set CHROMIUM_PATH to one.`,
  )
}

const machine: Machine = {
  platform: process.platform,
  env: process.env,
  works: (path) => existsSync(path) && answers(path),
  playwrights: () => {
    const require = createRequire(join(root, 'e2e', 'package.json'))
    const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } }
    return chromium.executablePath()
  },
}

/** On Linux a stub may stand in for a package that is not installed; elsewhere asking may open a window. */
const answers = (path: string): boolean =>
  process.platform !== 'linux' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

const installByApt = (): Running => start('sh', ['-c', APT], { env: { DEBIAN_FRONTEND: 'noninteractive' } })

/** Its derivatives may have a chromium package that installs none. */
function isDebian(): boolean {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}
