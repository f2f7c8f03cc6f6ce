import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '@console/shared-kernel/command'

/** Longer than the API waits for its open requests. */
const TIMEOUT_MS = 12_000
/** Grace period for processes that a child left running when it ended. */
const REST_MS = 1_000
const POLL_MS = 20
const PARENT_MS = 500

/**
 * Passed to children as `detached`: Ctrl-C then reaches only this process, which also ends their children.
 */
export const ownGroup = process.platform !== 'win32'

export interface Group {
  /** Ends the child and everything it started, and kills what does not end in time. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  kill: () => void
}

/** Groups whose processes may still be running. */
const groups = new Set<Group>()
// after a second signal or in an aborted test, nothing else ends them
process.once('exit', () => groups.forEach(({ kill }) => kill()))

export async function stopAll(signal?: NodeJS.Signals): Promise<void> {
  await Promise.all([...groups].map((group) => group.stop(signal)))
}

/** @param ended resolves when the child has ended or could not start */
export function groupOf(child: ChildProcess, ended: Promise<unknown>): Group {
  const group: Group = {
    stop: (signal = 'SIGTERM') => (stopped ??= end(signal)),
    kill: () => signalGroup('SIGKILL'),
  }
  let stopped: Promise<void> | null = null
  // a group that has ended gets no signal: its id may have been reused
  const signalGroup = (signal: NodeJS.Signals) => {
    if (groups.has(group)) reach(child, signal)
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    signalGroup(signal)
    const insist = setTimeout(() => signalGroup('SIGKILL'), TIMEOUT_MS)
    await ended
    clearTimeout(insist)
    for (const deadline = performance.now() + REST_MS; reach(child, 0) && performance.now() < deadline;) {
      await sleep(POLL_MS)
    }
    signalGroup('SIGKILL')
    groups.delete(group)
  }
  groups.add(group)
  // the child may have left processes running
  void ended.then(() => group.stop())
  return group
}

/**
 * Sends a signal to the child and everything it started; on Windows only to the child.
 * @returns whether any of them is still running
 */
function reach(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  try {
    return ownGroup ? process.kill(-child.pid, signal) : child.kill(signal)
  } catch {
    return false
  }
}

/**
 * Runs a command and stops all its processes when it ends or fails, or on a signal, which aborts `work`. A
 * second signal exits at once.
 * @returns the exit code; `stoppedCode` after a signal
 */
export async function waitUntilStopped(
  work: (over: AbortSignal) => Promise<number>,
  stoppedCode = 130,
): Promise<number> {
  const over = new AbortController()
  const stopped = firstSignal().then(async (name) => {
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

/**
 * Resolves with the first signal that asks this process to end; a second one ends it at once. Also resolves
 * when a parent such as npm or its shell is gone, because then no signal can be forwarded.
 */
function firstSignal(): Promise<NodeJS.Signals> {
  const started = ancestors()
  return new Promise((resolve) => {
    let isAsked = false
    setInterval(() => ancestors() === started || resolve('SIGTERM'), PARENT_MS).unref()
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (isAsked) process.exit(1)
        isAsked = true
        resolve(name)
      })
    }
  })
}

/** The parent's id; under npm the grandparent's too, because the parent may be a shell that outlives npm. */
function ancestors(): string {
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === undefined) return String(parent)
  try {
    return `${parent} ${/\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'))![1]}`
  } catch {
    // not Linux, or the parent has just ended
    return String(parent)
  }
}

export interface ProcessSettings {
  /** The name in messages; the command by default. */
  who?: string
  cwd?: string
  /** Runs the command in a shell; by default only if it ends in `.cmd`. */
  shell?: boolean
  env?: Record<string, string | undefined>
  /** `show`: the process writes to the terminal itself instead of to `onLine`. */
  output?: 'show'
  onLine?: (line: string, isError: boolean) => void
  /** Matches the line that the process writes when it is ready. */
  readyLine?: RegExp
  /** Opens an IPC channel, whose closing tells the child that this process is gone. */
  channel?: boolean
}

export interface Running extends Group {
  who: string
  process: ChildProcess
  /** Rejects with a CommandError if the process ends first. */
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

/** {@link waitUntilStopped} ends the process if it is still running. */
export function start(command: string, args: string[], settings: ProcessSettings = {}): Running {
  const { who = command, cwd, env, output, onLine, readyLine, channel } = settings
  const stream = output === 'show' ? 'inherit' : 'pipe'
  const stdio: StdioOptions = ['ignore', stream, stream, ...(channel ? ['ipc' as const] : [])]
  const shell = settings.shell ?? command.endsWith('.cmd')
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
    if (source) createInterface({ input: source }).on('line', (line) => take(line, source === child.stderr))
  }
  function take(line: string, isError: boolean) {
    if (readyLine?.test(line)) isReady()
    lines.push(line)
    if (lines.length > KEPT_LINES && onLine) lines.shift()
    onLine?.(line, isError)
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
  // not every caller awaits it
  ready.catch(() => undefined)
  return { who, process: child, ready, ended, tail: () => lines.join('\n'), ...groupOf(child, ended) }
}

export const startNode = (args: string[], settings?: ProcessSettings): Running =>
  start(process.execPath, args, settings)

function ending(code: number | null, signal: NodeJS.Signals | null): Ending {
  return { code, words: signal ? `ended by ${signal}` : `ended with code ${code}` }
}
