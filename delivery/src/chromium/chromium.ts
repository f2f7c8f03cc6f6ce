import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium, type Machine } from './findChromium'

const machine: Machine = {
  platform: process.platform,
  env: process.env,
  works: (path) =>
    access(path).then(
      () => answers(path),
      () => false,
    ),
  playwrights: () => chromium.executablePath(),
}

/** On Linux the program may be a stub of a package that is not installed; elsewhere `--version` may open a window. */
const answers = async (path: string): Promise<boolean> =>
  process.platform !== 'linux' ||
  promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )

export const chromiumHere = (): Promise<string | undefined> => findChromium(machine)

/** Playwright itself adds `--no-sandbox`, unless it is told `chromiumSandbox`. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
