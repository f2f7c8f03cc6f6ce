import { existsSync, readFileSync } from 'node:fs'
import { chromiumHere } from '@console/delivery/chromium'
import { CommandError } from '@console/shared-kernel/command'
import { start, startNode, waitUntilStopped, type Running } from '../packages/emulator/src/processes'
import { main } from './lib/main'
import { paths } from './lib/paths'

const APT = 'apt-get update && apt-get install -y chromium-headless-shell'
const PLAYWRIGHT = 'npx playwright install chromium'

/** Finds or installs the tests' browser. @throws CommandError naming a command to run if the installation fails */
export async function ensureChromium(): Promise<string> {
  const found = await chromiumHere()
  if (found) return found
  const usesApt = isDebian() && process.getuid?.() === 0
  const command = usesApt ? APT : PLAYWRIGHT
  console.log(`No Chromium found. Installing one: ${command}`)
  const began = Date.now()
  const child = usesApt ? installWithApt() : startNode([paths.playwright, 'install', 'chromium'])
  const { code } = await child.ended
  const installed = code === 0 ? await chromiumHere() : undefined
  console.log(`The installation took ${Math.round((Date.now() - began) / 1000)} s.`)
  if (installed) return installed
  const manualCommand = isDebian() ? `sudo sh -c '${APT}'` : PLAYWRIGHT
  throw new CommandError(
    `${child.tail()}\nThe tests need Chromium. Install it with\n  ${manualCommand}\nor set CHROMIUM_PATH.`,
  )
}

const installWithApt = (): Running => start('sh', ['-c', APT], { env: { DEBIAN_FRONTEND: 'noninteractive' } })

/** True only for Debian itself: derivatives may have a `chromium` package that installs no browser. */
function isDebian(): boolean {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}

/** Runs before flows in a browser. */
const run = (): Promise<number> => waitUntilStopped(async () => ((await ensureChromium()) ? 0 : 1))

void main(import.meta.url, run)
