import type { ChildProcess } from 'node:child_process'

/** Longer than the API waits for its open requests. */
const PATIENCE_MS = 12_000

/** `detached` of a child: Ctrl-C reaches only this process, which then ends the child's own children too. */
export const ownGroup = process.platform !== 'win32'

/** Reaches the child and all that it has started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (ownGroup) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // it has ended already
  }
}

/** Kills what has not ended after {@link PATIENCE_MS}. @param ended settles with the child's end */
export async function endGroup(
  child: ChildProcess,
  ended: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  signalGroup(child, signal)
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(insist)
}
