import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium, type Machine } from './findChromium'

const machine: Machine = {
  platform: process.platform,
  env: process.env,
  works: (path) => existsSync(path) && answers(path),
  playwrights: () => chromium.executablePath(),
}

/** On Linux the program may be a stub of a package that is not installed; elsewhere `--version` may open a window. */
const answers = (path: string): boolean =>
  process.platform !== 'linux' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0

export const chromiumHere = (): string | undefined => findChromium(machine)

/** Playwright itself adds `--no-sandbox`, unless it is told `chromiumSandbox`. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
