import { CommandError } from '@console/shared-kernel/command'

/**
 * @throws CommandError for a dollar sign, which nginx cannot escape, a backslash, which each directive reads
 * differently, control characters, and both kinds of quotes together
 */
export function quoted(text: string): string {
  const mark = text.includes('"') ? "'" : '"'
  if (/[\\$\p{Cc}]/u.test(text) || text.includes(mark))
    throw new CommandError(`nginx's configuration cannot hold this text: ${text}`)
  return `${mark}${text}${mark}`
}

export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
    .join('\n')

const ADDRESS = /^(?:unix:\/[\w./-]+|[a-z0-9][\w.-]*:\d+|\[[\da-f:.]+\]:\d+)$/i

/** Accepts `127.0.0.1:4200`, `api-1.internal:4200`, `[::1]:4200` and `unix:/run/api.sock`. */
export const isAddress = (text: string): boolean => ADDRESS.test(text)
