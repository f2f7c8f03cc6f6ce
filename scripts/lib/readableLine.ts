const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
}

interface LogEntry {
  level: number
  msg: string
  err?: { message: string; stack?: string }
}

/** A line of a server's output as a person reads it: its log is JSON, one entry a line. */
export function readableLine(line: string): string {
  const entry = logEntry(line)
  if (!entry) return line.replace(/^console-\w+ /, '')
  const { level, msg, time: _time, pid: _pid, hostname: _hostname, err, ...rest } = entry
  const details = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${LEVELS[level] ?? level}: ${msg}${details}${err ? `\n${err.stack ?? err.message}` : ''}`
}

function logEntry(line: string): (LogEntry & Record<string, unknown>) | null {
  try {
    const entry = JSON.parse(line) as Partial<LogEntry> | null
    const isEntry = typeof entry?.level === 'number' && typeof entry.msg === 'string'
    return isEntry ? (entry as LogEntry & Record<string, unknown>) : null
  } catch {
    return null
  }
}
