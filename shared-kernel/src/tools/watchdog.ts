import { execFile } from 'node:child_process'

/** Two of three beats may be late. */
const BEATS = 3

/**
 * Tells systemd that this process is not frozen, if its unit has `WatchdogSec` and `NotifyAccess=all`: otherwise
 * systemd ends it and starts another. With `Type=notify` the time runs from the first beat, so that a slow start is
 * not taken for a frozen process. A program sends the message, because Node has no datagrams to files.
 * @param onFailure the beat could not be sent
 * @returns a function that stops it
 */
export function startWatchdog(
  env: Readonly<Record<string, string | undefined>>,
  onFailure: (error: Error) => void,
): () => void {
  const microseconds = Number(env['WATCHDOG_USEC'] ?? 0)
  const isAsked = (env['WATCHDOG_PID'] ?? String(process.pid)) === String(process.pid)
  if (env['NOTIFY_SOCKET'] === undefined || !isAsked || !(microseconds > 0)) return () => undefined
  const beat = (...more: string[]): void => {
    execFile('systemd-notify', ['WATCHDOG=1', ...more], (error) => {
      if (error) onFailure(error)
    })
  }
  beat('READY=1')
  const timer = setInterval(beat, microseconds / 1000 / BEATS)
  timer.unref()
  return () => clearInterval(timer)
}
