import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { buffer, json } from 'node:stream/consumers'
import { create } from 'tar'
import { CommandError, UsageError } from '@console/shared-kernel/command'
import { NO_SANDBOX, type Command } from './service/command'
import type { readSettings } from './settings/settings'
import { filesBelow } from './site/files'
import { SandboxUnavailable } from './verify/checks'

/** The change was sent, but no usable response shows whether it was made. */
export class OutcomeUnknown extends CommandError {
  override readonly name = 'OutcomeUnknown'
}

/** The address of the delivery service, and the team's token. */
export interface Service {
  url: string
  token: string
}

/** Null means a site in a local folder. @throws UsageError */
export function serviceOf({
  CONSOLE_DELIVERY_URL: url,
  CONSOLE_DELIVERY_TOKEN: token,
}: ReturnType<typeof readSettings>): Service | null {
  if (url === null) return null
  if (token === null) throw new UsageError('CONSOLE_DELIVERY_TOKEN is missing: the service requires a token.')
  return { url, token }
}

const TIMEOUT_MS = 180_000
/** A check may have to wait for the checks of other teams. */
const CHECK_TIMEOUT_MS = 900_000
const SILENT_MS = 2_000

/** Runs a command on the service. @throws CommandError with the service's message */
export async function runRemotely(
  { url, token }: Service,
  command: Command,
  input: unknown,
): Promise<unknown> {
  const { name } = command
  const isUpload = name === 'publish'
  if (!isUpload && command.changes === undefined)
    throw new CommandError(`${name} works only on a folder: unset CONSOLE_DELIVERY_URL, and use --site.`)
  const changes = command.changes?.(input) !== null
  const body = isUpload ? await packed((input as { folder: string }).folder) : JSON.stringify(input)
  const timeoutMs = command.opensBrowser ? CHECK_TIMEOUT_MS : TIMEOUT_MS
  const waiting = setTimeout(
    () => console.error(`Waiting up to ${timeoutMs / 60_000} minutes for ${url} ...`),
    SILENT_MS,
  )
  const response = await post(`${url}/${isUpload ? 'releases' : `commands/${name}`}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isUpload ? 'application/gzip' : 'application/json',
    },
    body,
    timeoutMs,
  })
    .catch((error: Error) => {
      throw failureOf(url, changes, error)
    })
    .finally(() => clearTimeout(waiting))
  const { statusCode: status = 0 } = response
  const isOk = status >= 200 && status < 300
  const elsewhere = response.headers.location
  if (elsewhere !== undefined) {
    response.destroy()
    throw new CommandError(
      `${url} redirects to ${elsewhere}. Nothing was changed: set CONSOLE_DELIVERY_URL to the service's own address.`,
    )
  }
  const answer: unknown = await json(response).catch(() => null)
  const problem = (answer as { message?: string } | null)?.message ?? `${url} answered ${status}.`
  const result = command.output.safeParse(answer)
  if (isOk && result.success) return result.data
  if (status === NO_SANDBOX) throw new SandboxUnavailable(problem)
  const isUnknown = isOk || (status >= 500 && status !== BUSY)
  if (changes && isUnknown) throw new OutcomeUnknown(`${problem} The change may have been made: see status.`)
  throw new CommandError(isOk ? `${url} sent an unreadable answer.` : problem)
}

/**
 * Redirects are not followed. `fetch` is not used because it waits at most five minutes for the first byte of an
 * answer.
 */
function post(
  url: string,
  { headers, body, timeoutMs }: { headers: OutgoingHttpHeaders; body: string | Buffer; timeoutMs: number },
): Promise<IncomingMessage> {
  const { request } = url.startsWith('https:') ? https : http
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false, signal })
    sent.on('response', resolve).on('error', reject)
    sent.setSocketKeepAlive(true, 60_000)
    sent.end(body)
  })
}

/** The service sends this status before it begins the work, so nothing has changed. */
const BUSY = 503

/** Codes of errors that occur before there is a connection, so nothing can have changed. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function failureOf(url: string, changes: boolean, error: Error): CommandError {
  const cause = ((error as { cause?: Error }).cause ?? error) as NodeJS.ErrnoException
  const problem = `${url} gave no answer (${cause.message || String(cause.code)}).`
  if (!changes || NEVER_SENT.includes(cause.code ?? ''))
    return new CommandError(`${problem} Nothing was changed.`)
  return new OutcomeUnknown(`${problem} The change may have been made: see status.`)
}

const packed = async (folder: string): Promise<Buffer> =>
  buffer(create({ gzip: true, portable: true, cwd: folder }, await filesBelow(folder)))
