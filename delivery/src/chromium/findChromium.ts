import { posix, win32 } from 'node:path'

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  works: (path: string) => Promise<boolean>
  /** Path of Playwright's own Chromium, whether or not it is installed. */
  playwrights: () => string | undefined
}

/** The headless shell comes first: it is the same engine, and starts sooner. */
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

/** The first Chromium of: `CHROMIUM_PATH`, the system's, Playwright's own. */
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
