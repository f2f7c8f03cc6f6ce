import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the API waits for its open requests. */
const PATIENCE_MS = 12_000
/** For what a child has started and leaves behind at its end. */
const REST_MS = 1_000
const POLL_MS = 20

/** `detached` of a child: Ctrl-C reaches only this process, which then ends the child's own children too. */
export const ownGroup = process.platform !== 'win32'

export interface Group {
  /** Ends the child and all that it has started. Kills what does not end in time. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  kill: () => void
}

/** @param ended resolves with the child's end, or when it could not start */
export function groupOf(child: ChildProcess, ended: Promise<unknown>): Group {
  let isOver = false
  // what is over gets no signal: its number may be that of a stranger's group
  const signalGroup = (signal: NodeJS.Signals) => {
    if (!isOver) reach(child, signal)
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    signalGroup(signal)
    const insist = setTimeout(() => signalGroup('SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(insist)
    for (const until = performance.now() + REST_MS; reach(child, 0) && performance.now() < until;) {
      await sleep(POLL_MS)
    }
    signalGroup('SIGKILL')
    isOver = true
  }
  let stopped: Promise<void> | null = null
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => (stopped ??= end(signal))
  // it may leave something behind
  void ended.then(() => stop())
  return { stop, kill: () => signalGroup('SIGKILL') }
}

/** The child and all that it has started, on Windows the child alone. @returns whether anything of it is left */
function reach(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  try {
    return ownGroup ? process.kill(-child.pid, signal) : child.kill(signal)
  } catch {
    return false
  }
}

/** Resolves with the first signal that asks this process to end. A second one does not wait: `kill` and exit code 1. */
export function firstSignal(kill: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (asked) {
          kill()
          process.exit(1)
        }
        asked = true
        resolve(name)
      })
    }
  })
}
