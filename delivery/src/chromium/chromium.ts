import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

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

/**
 * On Linux the program may be a stub for a package that is not installed; elsewhere `--version` may open a
 * window.
 */
const answers = async (path: string): Promise<boolean> =>
  process.platform !== 'linux' ||
  promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )

export const chromiumHere = (): Promise<string | undefined> => findChromium(machine)

/** Playwright itself adds `--no-sandbox` unless `chromiumSandbox` is set. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  works: (path: string) => Promise<boolean>
  /** Path of Playwright's own Chromium, whether or not it is installed. */
  playwrights: () => string | undefined
}

/** The headless shell comes first: it has the same engine and starts faster. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const MAC_APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const WINDOWS_PROGRAMS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']

/** Looks for Chromium in `CHROMIUM_PATH`, then in the system, then among Playwright's own browsers. */
export async function findChromium(machine: Machine): Promise<string | undefined> {
  for (const path of candidates(machine)) if (await machine.works(path)) return path
  return undefined
}

function candidates({ platform, env, playwrights }: Machine): string[] {
  const own = playwrights()
  return [...(env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : []), ...systems(platform, env), ...(own ? [own] : [])]
}

function systems(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (one) => one !== undefined,
    )
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => win32.join(folder, program)))
  }
  const apps = platform === 'darwin' ? MAC_APPS.map((app) => posix.join('/Applications', app)) : []
  const folders = env.PATH?.split(':').filter(Boolean) ?? []
  return [...COMMANDS.flatMap((command) => folders.map((folder) => posix.join(folder, command))), ...apps]
}
