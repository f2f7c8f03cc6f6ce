import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the API waits for its open requests. */
const PATIENCE_MS = 12_000
/** For what a child has started and leaves behind at its end. */
const REST_MS = 1_000
const POLL_MS = 20

/** `detached` of a child: Ctrl-C reaches only this process, which then ends the child's own children too. */
export const ownGroup = process.platform !== 'win32'

/** Reaches the child and all that it has started; on Windows the child alone. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (ownGroup) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // it has ended already
  }
}

/** Kills what does not end in time. @param ended resolves with the child's end, or when it could not start */
export async function endGroup(
  child: ChildProcess,
  ended: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  signalGroup(child, signal)
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(insist)
  for (const until = performance.now() + REST_MS; isAlive(child) && performance.now() < until;) {
    await sleep(POLL_MS)
  }
  signalGroup(child, 'SIGKILL')
}

/** Whether anything of its group is left; on Windows never. */
function isAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && ownGroup && process.kill(-pid, 0)
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
