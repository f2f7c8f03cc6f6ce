import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import { firstSignal, groupOf, ownGroup, type Group } from '../../packages/emulator/src/processGroup'
import { root } from './paths'

export interface ProcessSettings {
  cwd?: string
  env?: Record<string, string | undefined>
  /** `show`: the process writes to the terminal itself, instead of to `onLine`. */
  output?: 'show'
  onLine?: (line: string) => void
  /** Opens an IPC channel: its end tells the child that this process is gone. */
  channel?: boolean
}

export interface Running extends Group {
  process: ChildProcess
  ended: Promise<Ending>
  tail(): string
}

export interface Ending {
  /** Null after a signal. */
  code: number | null
  words: string
}

const KEPT_LINES = 40
const running = new Set<Running>()

/** {@link untilStopped} ends it at the latest. */
export function start(command: string, args: string[], settings: ProcessSettings = {}): Running {
  const { cwd = root, env, output, onLine, channel } = settings
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
  for (const source of [child.stdout, child.stderr]) {
    if (source) createInterface({ input: source }).on('line', take)
  }
  function take(line: string) {
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
  const one: Running = { process: child, ended, tail: () => lines.join('\n'), ...groupOf(child, ended) }
  running.add(one)
  void ended.then(() => one.stop()).then(() => running.delete(one))
  return one
}

export const startNode = (args: string[], settings?: ProcessSettings): Running =>
  start(process.execPath, args, settings)

export function startNpmScript(script: string, workspace: string, settings?: ProcessSettings): Running {
  const args = ['run', '--silent', script, '-w', workspace]
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return startNode([npm, ...args], settings)
  return start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, settings)
}

export async function stopAll(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await Promise.all([...running].map((one) => one.stop(signal)))
}

/**
 * Runs a command, and stops all its processes when it ends, fails or gets a signal, which aborts `work`. A
 * second signal does not wait.
 * @returns the exit code, after a signal `stoppedCode`
 */
export async function untilStopped(
  work: (over: AbortSignal) => Promise<number>,
  stoppedCode = 130,
): Promise<number> {
  const over = new AbortController()
  const signal = firstSignal(() => running.forEach((one) => one.kill()))
  const stopped = signal.then(async (name) => {
    over.abort()
    await stopAll(name)
    return stoppedCode
  })
  try {
    const code = work(over.signal).finally(() => (over.signal.aborted ? stopped : undefined))
    return await Promise.race([stopped, code])
  } finally {
    over.abort()
    await stopAll()
  }
}

function ending(code: number | null, signal: NodeJS.Signals | null): Ending {
  return { code, words: signal ? `ended by ${signal}` : `ended with code ${code}` }
}
