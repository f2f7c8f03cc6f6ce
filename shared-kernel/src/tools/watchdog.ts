import { execFile } from 'node:child_process'

/** Two of three beats may be late. */
const BEATS = 3

/** Without `WatchdogSec`, how often readiness is reported until systemd has received it. */
const READY_INTERVAL_MS = 10_000

/**
 * Tells systemd that this process is ready (`Type=notify`) and not frozen (`WatchdogSec`); without messages,
 * systemd restarts it. The unit needs `NotifyAccess=all`: Node has no Unix datagram sockets, so a program,
 * `systemd-notify`, sends them. The watchdog counts from the first beat, so that a slow start is not mistaken
 * for a freeze.
 * @param onFailure called when a beat could not be sent
 * @returns a function that stops it
 */
export function startWatchdog(
  env: Readonly<Record<string, string | undefined>>,
  onFailure: (error: Error) => void,
): () => void {
  const beatMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000 / BEATS
  const hasWatchdog = beatMs > 0
  const isTargetProcess = (env['WATCHDOG_PID'] ?? String(process.pid)) === String(process.pid)
  if (env['NOTIFY_SOCKET'] === undefined || !isTargetProcess) return () => undefined
  let isReady = false
  const beat = (): void => {
    // readiness is repeated until it has arrived: without it, systemd would kill the process
    const messages = isReady ? ['WATCHDOG=1'] : ['READY=1', 'WATCHDOG=1']
    execFile('systemd-notify', messages, { env: { ...env } }, (error) => {
      if (error) return onFailure(error)
      isReady = true
      if (!hasWatchdog) clearInterval(timer)
    })
  }
  const timer = setInterval(beat, hasWatchdog ? beatMs : READY_INTERVAL_MS)
  timer.unref()
  beat()
  return () => clearInterval(timer)
}
