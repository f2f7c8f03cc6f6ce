import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './paths'

export interface ProcessSettings {
  /** Default: the repository's root. */
  cwd?: string
  env?: Record<string, string | undefined>
  /** `show` lets it write to the terminal; default: every line goes to `onLine`. */
  output?: 'show'
  onLine?: (line: string) => void
  /** Opens a channel, whose end tells the process that this one is gone. */
  channel?: boolean
}

export interface Running {
  process: ChildProcess
  /** How it ended, in words for a message. */
  ended: Promise<Ending>
  /** The last lines it wrote. */
  tail(): string
}

export interface Ending {
  /** Null where a signal ended it. */
  code: number | null
  words: string
}

const KEPT_LINES = 40
/** More than the API gives its open requests. */
const PATIENCE_MS = 12_000
const running = new Set<Running>()
// a group of its own, so that Ctrl-C reaches this process alone, and all that a child starts ends with it
const ownGroup = process.platform !== 'win32'

/** Starts a program; it is ended by {@link stopAll} at the latest. */
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
    // 'close' comes after the last line; a grandchild may hold the pipes, so 'exit' is waited for a little
    child.once('close', (code, signal) => resolve(ending(code, signal)))
    child.once('exit', (code, signal) => setTimeout(() => resolve(ending(code, signal)), 500))
  })
  const one: Running = { process: child, ended, tail: () => lines.join('\n') }
  running.add(one)
  void ended.then(() => running.delete(one))
  return one
}

/** A Node program: {@link start} with this Node. */
export const startNode = (args: string[], settings?: ProcessSettings): Running =>
  start(process.execPath, args, settings)

/** A script of a workspace, through npm. */
export function startNpmScript(script: string, workspace: string, settings?: ProcessSettings): Running {
  const args = ['run', '--silent', script, '-w', workspace]
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return startNode([npm, ...args], settings)
  return start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, settings)
}

/** Asks everything that runs to end, insists after some seconds, and waits for it. */
export async function stopAll(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await Promise.all([...running].map((one) => stop(one, signal)))
}

export async function stop(one: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  send(one, signal)
  const insist = setTimeout(() => send(one, 'SIGKILL'), PATIENCE_MS)
  await one.ended
  clearTimeout(insist)
}

/**
 * Does the work of a command, and ends everything that it started and is still there: when it is done, when
 * it fails, and at the first signal to end, which aborts the work. A second signal does not wait.
 * @param stoppedCode the exit code after a signal
 * @returns the exit code
 */
export async function untilStopped(
  work: (over: AbortSignal) => Promise<number>,
  stoppedCode: number,
): Promise<number> {
  const over = new AbortController()
  const signal = firstSignal()
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

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (asked) {
          for (const one of running) send(one, 'SIGKILL')
          process.exit(1)
        }
        asked = true
        resolve(name)
      })
    }
  })
}

function send({ process: child }: Running, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (ownGroup) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // it has ended by itself
  }
}

function ending(code: number | null, signal: NodeJS.Signals | null): Ending {
  return { code, words: signal ? `ended by ${signal}` : `ended with code ${code}` }
}
