import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const API_FOLDER = join(import.meta.dirname, '..')

export type Environment = Readonly<Record<string, string>>

interface ProcessStats {
  /** The longest block of the event loop, in milliseconds. */
  longestBlock: number
  /** Resident memory in bytes, sampled ten times a second. */
  resident: number
  /** CPU time used since the process started, in milliseconds. */
  cpu: number
}

export interface Server {
  url: string
  externalUrl: string
  /** `longestBlock` and `resident` are maxima since the last call. */
  processStats(): Promise<ProcessStats>
  stop(): Promise<void>
}

/** Runs a bundled command to completion and shows its output. */
export async function runCommand(script: string, args: readonly string[], env: Environment): Promise<void> {
  const child = spawn(process.execPath, [join('dist', script), ...args], {
    cwd: API_FOLDER,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${script} failed`)
}

/** The built server in its own process, without logs and limits. */
export async function startServer(env: Environment): Promise<Server> {
  const settings = {
    PORT: '0',
    EXTERNAL_PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: '0',
    WRITE_LIMIT: '0',
    // all operators of the bench share one address
    MAX_CONNECTIONS: '4000',
    MAX_CONNECTIONS_PER_ADDRESS: '4000',
  }
  const hook = join('bench', 'observed.mjs')
  const child = spawn(process.execPath, ['--import', `./${hook}`, join('dist', 'main.js')], {
    cwd: API_FOLDER,
    env: {
      PATH: process.env['PATH'],
      TOKEN_SECRET: 'a secret for the bench and for no other server',
      ...settings,
      ...env,
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
    processStats: async () => {
      output = ''
      child.kill('SIGUSR2')
      return JSON.parse(await waitFor(/observed (\S+)\n/)) as ProcessStats
    },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
