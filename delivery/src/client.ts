import { buffer } from 'node:stream/consumers'
import { create } from 'tar'
import type { Command } from './commands/command'
import { UsageError, CommandError } from './errors'
import { filesBelow } from './site/files'

/** Where the delivery service is, and the team's token; null for a site that is a folder here. */
export interface Service {
  url: string
  token: string
}

/** @throws UsageError where there is an address and no token */
export function serviceOf(env: Readonly<Record<string, string | undefined>>): Service | null {
  const { CONSOLE_DELIVERY_URL: url, CONSOLE_DELIVERY_TOKEN: token } = env
  if (!url) return null
  if (!token) throw new UsageError('CONSOLE_DELIVERY_TOKEN is missing: the service knows teams by it.')
  return { url: url.replace(/\/+$/, ''), token }
}

const PATIENCE_MS = 180_000

/** Has the service run a command. @returns its result @throws CommandError with the service's words */
export async function runThere(
  { url, token }: Service,
  name: string,
  command: Command,
  input: unknown,
): Promise<unknown> {
  const isUpload = name === 'publish'
  if (!isUpload && command.needs === undefined)
    throw new CommandError(`${name} works on a folder alone: unset CONSOLE_DELIVERY_URL, and say --site.`)
  const body = isUpload ? await packed((input as { folder: string }).folder) : JSON.stringify(input)
  const response = await fetch(`${url}/${isUpload ? 'releases' : `commands/${name}`}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isUpload ? 'application/gzip' : 'application/json',
    },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: Error }
    throw new CommandError(
      `${url} gave no answer (${cause?.message ?? error.message}). See status: the change may have been made.`,
    )
  })
  const answer = (await response.json().catch(() => ({}))) as { message?: string }
  if (response.ok) return answer
  throw new CommandError(answer.message ?? `${url} answered ${response.status}.`)
}

const packed = async (folder: string): Promise<ArrayBuffer> => {
  const archive = await buffer(create({ gzip: true, portable: true, cwd: folder }, filesBelow(folder)))
  return archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.byteLength) as ArrayBuffer
}
