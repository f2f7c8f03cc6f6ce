import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import { groupOf, ownGroup, type Group } from '../../packages/emulator/src/processGroup'
import { CommandError } from './commandError'
import { root } from './paths'

export { stopAll, untilStopped } from '../../packages/emulator/src/processGroup'

export interface ProcessSettings {
  /** In messages; the program by default. */
  who?: string
  cwd?: string
  env?: Record<string, string | undefined>
  /** `show`: the process writes to the terminal itself, instead of to `onLine`. */
  output?: 'show'
  onLine?: (line: string) => void
  /** The line that says that it is ready. */
  readyLine?: RegExp
  /** Opens an IPC channel: its end tells the child that this process is gone. */
  channel?: boolean
}

export interface Running extends Group {
  who: string
  process: ChildProcess
  /** Rejects with a CommandError if it ends first. */
  ready: Promise<void>
  ended: Promise<Ending>
  tail(): string
}

export interface Ending {
  /** Null after a signal. */
  code: number | null
  words: string
}

const KEPT_LINES = 40

/** {@link untilStopped} ends it at the latest. */
export function start(command: string, args: string[], settings: ProcessSettings = {}): Running {
  const { who = command, cwd = root, env, output, onLine, readyLine, channel } = settings
  const stream = output === 'show' ? 'inherit' : 'pipe'
  const stdio: StdioOptions = ['ignore', stream, stream, ...(channel ? ['ipc' as const] : [])]
  const shell = command.endsWith('.cmd')
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio,
    shell,
    detached: ownGroup,
  })
  const lines: string[] = []
  let isReady = () => undefined as void
  const announced = new Promise<void>((resolve) => (isReady = resolve))
  for (const source of [child.stdout, child.stderr]) {
    if (source) createInterface({ input: source }).on('line', take)
  }
  function take(line: string) {
    if (readyLine?.test(line)) isReady()
    lines.push(line)
    if (lines.length > KEPT_LINES && onLine) lines.shift()
    onLine?.(line)
  }
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ code: 1, words: error.message }))
    // 'close' follows the last line, but never comes while a grandchild holds the pipes
    child.once('close', (code, signal) => resolve(ending(code, signal)))
    child.once('exit', (code, signal) => setTimeout(() => resolve(ending(code, signal)), 500))
  })
  const early = ended.then(({ words }) => {
    throw new CommandError(`${who} ${words} before it was ready.`)
  })
  const ready = Promise.race([announced, early])
  // not all wait for it
  ready.catch(() => undefined)
  return { who, process: child, ready, ended, tail: () => lines.join('\n'), ...groupOf(child, ended) }
}

export const startNode = (args: string[], settings?: ProcessSettings): Running =>
  start(process.execPath, args, settings)

/** Of the root. @param given after `--` */
export function startNpmScript(script: string, settings?: ProcessSettings, ...given: string[]): Running {
  const args = ['run', '--silent', script, ...(given.length > 0 ? ['--', ...given] : [])]
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return startNode([npm, ...args], settings)
  return start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, settings)
}

function ending(code: number | null, signal: NodeJS.Signals | null): Ending {
  return { code, words: signal ? `ended by ${signal}` : `ended with code ${code}` }
}
