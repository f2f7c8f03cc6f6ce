import { arrayBuffer } from 'node:stream/consumers'
import { create } from 'tar'
import type { Command } from './commands/command'
import { CommandError, OutcomeUnknown, SandboxUnavailable, UsageError } from './errors/commandError'
import { NO_SANDBOX } from './service/servedCommand'
import { filesBelow } from './site/files'

/** The address of the delivery service, and the team's token. */
export interface Service {
  url: string
  token: string
}

/** Null for a site in a local folder. @throws UsageError */
export function serviceOf(env: Readonly<Record<string, string | undefined>>): Service | null {
  const { CONSOLE_DELIVERY_URL: url, CONSOLE_DELIVERY_TOKEN: token } = env
  if (!url) return null
  if (!token) throw new UsageError('CONSOLE_DELIVERY_TOKEN is missing: the service requires a token.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`CONSOLE_DELIVERY_URL is '${url}': it must begin with http:// or https://.`)
  return { url: url.replace(/\/+$/, ''), token }
}

const TIMEOUT_MS = 180_000
/** A check may wait for those of other teams. */
const CHECK_TIMEOUT_MS = 900_000
const SILENT_MS = 2_000

/** Runs a command on the service. @throws CommandError with the service's message */
export async function runThere({ url, token }: Service, command: Command, input: unknown): Promise<unknown> {
  const { name } = command
  const isUpload = name === 'publish'
  if (!isUpload && command.needs === undefined)
    throw new CommandError(`${name} works only on a folder: unset CONSOLE_DELIVERY_URL, and use --site.`)
  const changes = command.needs?.(input) !== 'nothing'
  const body = isUpload ? await packed((input as { folder: string }).folder) : JSON.stringify(input)
  const timeoutMs = command.opensBrowser ? CHECK_TIMEOUT_MS : TIMEOUT_MS
  const waiting = setTimeout(
    () => console.error(`Waiting for ${url}, ${timeoutMs / 60_000} minutes at most ...`),
    SILENT_MS,
  )
  const response = await fetch(`${url}/${isUpload ? 'releases' : `commands/${name}`}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isUpload ? 'application/gzip' : 'application/json',
    },
    body,
    // fetch would follow with a GET
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .catch((error: Error) => {
      throw failureOf(url, changes, error)
    })
    .finally(() => clearTimeout(waiting))
  const elsewhere = response.headers.get('location')
  if (elsewhere !== null)
    throw new CommandError(
      `${url} redirects to ${elsewhere}. Nothing was changed: set CONSOLE_DELIVERY_URL to the service's own address.`,
    )
  const answer: unknown = await response.json().catch(() => null)
  const problem = (answer as { message?: string } | null)?.message ?? `${url} answered ${response.status}.`
  const result = command.output.safeParse(answer)
  if (response.ok && result.success) return result.data
  if (response.status === NO_SANDBOX) throw new SandboxUnavailable(problem)
  const isUnknown = response.ok || (response.status >= 500 && response.status !== BUSY)
  if (changes && isUnknown) throw new OutcomeUnknown(`${problem} The change may have been made: see status.`)
  throw new CommandError(response.ok ? `${url} sent an unreadable answer.` : problem)
}

/** The service answers so before it begins the work: nothing has changed. */
const BUSY = 503

/** Codes of errors before there is a connection: nothing can have changed. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function failureOf(url: string, changes: boolean, error: Error): CommandError {
  const cause = ((error as { cause?: Error }).cause ?? error) as NodeJS.ErrnoException
  const problem = `${url} gave no answer (${cause.message || String(cause.code)}).`
  if (!changes || NEVER_SENT.includes(cause.code ?? ''))
    return new CommandError(`${problem} Nothing was changed.`)
  return new OutcomeUnknown(`${problem} The change may have been made: see status.`)
}

const packed = (folder: string): Promise<ArrayBuffer> =>
  arrayBuffer(create({ gzip: true, portable: true, cwd: folder }, filesBelow(folder)))
