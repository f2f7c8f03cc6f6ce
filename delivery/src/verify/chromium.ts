import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** `CHROMIUM_PATH`, or the system's. @throws Refusal where there is none */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const folders = (env.PATH ?? '').split(':').filter(Boolean)
  const places = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  const found = [...(env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : []), ...places].find(isProgram)
  if (found !== undefined) return found
  throw new Refusal(
    'No Chromium was found: install one, set CHROMIUM_PATH, or leave it out with --no-browser.',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
