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

/** Priorities of syslog, by the numbers of pino's levels. */
const PRIORITIES: Readonly<Record<number, number>> = { 10: 7, 20: 7, 30: 6, 40: 4, 50: 3, 60: 2 }

export interface LogOutput {
  write(line: string): void
}

/** Prefixes lines for journald, which reads a line's priority from its beginning and stores the line without it. */
export const withPriorities = (output: LogOutput) => ({
  // pino then sets the level before each line
  [Symbol.for('pino.metadata')]: true,
  lastLevel: 30,
  write(line: string): void {
    output.write(`<${PRIORITIES[this.lastLevel] ?? 6}>${line}`)
  },
})

const ERROR = 50

/**
 * Text that a program writes to standard error outside its log, such as why it ends: an error in the journal.
 */
export const errorText = (text: string): string =>
  isJournal(process.env['JOURNAL_STREAM']) ? text.replace(/^(?=.)/gm, `<${PRIORITIES[ERROR]}>`) : text

/** Whether standard error is the journal, whose socket's device and inode systemd announces. */
function isJournal(stream: string | undefined): boolean {
  if (!stream) return false
  const { dev, ino } = fstatSync(process.stderr.fd)
  return stream === `${dev}:${ino}`
}

const standardError: LogOutput = { write: (line) => void process.stderr.write(line) }

/** The options of a server's logger: lines of JSON with level words and ISO times, by default on standard error. */
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
