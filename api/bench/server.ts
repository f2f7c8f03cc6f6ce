import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const API_FOLDER = join(import.meta.dirname, '..')

export type Environment = Readonly<Record<string, string>>

export interface Server {
  readonly url: string
  readonly externalUrl: string
  /** Milliseconds, since the last time this was asked. */
  longestBlock(): Promise<number>
  stop(): Promise<void>
}

/** Runs a command of the bundle to its end, its output shown. */
export async function runCommand(script: string, args: readonly string[], env: Environment): Promise<void> {
  const child = spawn(process.execPath, [join('dist', script), ...args], {
    cwd: API_FOLDER,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${script} failed`)
}

/** The built server as a process of its own, without logs and limits. */
export async function startServer(place: Environment): Promise<Server> {
  const settings = { PORT: '0', EXTERNAL_PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: '0', WRITE_LIMIT: '0' }
  const hook = join('bench', 'loopDelay.mjs')
  const child = spawn(process.execPath, ['--import', `./${hook}`, join('dist', 'main.js')], {
    cwd: API_FOLDER,
    env: {
      PATH: process.env['PATH'],
      TOKEN_SECRET: 'a secret for the bench alone, nobody else',
      ...settings,
      ...place,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  const waitFor = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`The server has ended:\n${output}`)
      await once(child.stdout, 'data')
    }
  }
  return {
    externalUrl: await waitFor(/external ready (\S+)/),
    url: await waitFor(/console-api ready (\S+)/),
    longestBlock: () => {
      output = ''
      child.kill('SIGUSR2')
      return waitFor(/longest block (\S+)\n/).then(Number)
    },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
