import { fstatSync } from 'node:fs'

interface LoggedError extends Error {
  code?: string
  constraint?: string
}

/** Omits other fields: PostgreSQL adds the values of the rejected row, which may be secrets. */
const describeError = ({ name, message, code, constraint, stack }: LoggedError) => ({
  type: name,
  message,
  code,
  constraint,
  stack: stack ?? '',
})

/** Syslog priorities by pino's level numbers. */
const PRIORITIES: Readonly<Record<number, number>> = { 10: 7, 20: 7, 30: 6, 40: 4, 50: 3, 60: 2 }

export interface LogOutput {
  write(line: string): void
}

/** Prefixes each line with its priority for journald, which stores the line without the prefix. */
export const withPriorities = (output: LogOutput) => ({
  // makes pino set `lastLevel` before each write
  [Symbol.for('pino.metadata')]: true,
  lastLevel: 30,
  write(line: string): void {
    output.write(`<${PRIORITIES[this.lastLevel] ?? 6}>${line}`)
  },
})

const ERROR = 50

/**
 * Formats text that a program writes to standard error outside its log, such as why it exits, so that the
 * journal stores it as an error.
 */
export const errorText = (text: string): string =>
  isJournal(process.env['JOURNAL_STREAM']) ? text.replace(/^(?=.)/gm, `<${PRIORITIES[ERROR]}>`) : text

/** Whether standard error goes to the journal: systemd announces the device and inode of its socket. */
function isJournal(stream: string | undefined): boolean {
  if (!stream) return false
  const { dev, ino } = fstatSync(process.stderr.fd)
  return stream === `${dev}:${ino}`
}

const standardError: LogOutput = { write: (line) => void process.stderr.write(line) }

/** Options of a server's logger: JSON lines with level names and ISO times, by default to standard error. */
export const loggerOptions = (
  level: string,
  output = isJournal(process.env['JOURNAL_STREAM']) ? withPriorities(standardError) : standardError,
) => ({
  level,
  stream: output,
  serializers: { err: describeError },
  formatters: { level: (label: string) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
})
