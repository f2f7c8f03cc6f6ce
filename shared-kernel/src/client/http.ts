import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { compareClocks } from './clockError'
import { currentConnection } from './connect'
import { CallError, isOutcomeUnknown, isPage, NO_CONNECTION, rejectionOf, toCallError } from './errors'
import { askForProofStore, rowWithoutProof } from './proof'
import { endSession, screenUser, storedToken } from './storedSession'
import { backgroundHeaders, keepAliveBy } from './userInput'

/** No timeout: the user can wait, but a write must not be lost. */
export const http = axios.create({
  withCredentials: true,
  timeout: 0,
  headers: { 'Content-Type': 'application/json' },
  // axios drops the content type when data is undefined; with null it stays, and no body is sent either
  transformRequest: [...[axios.defaults.transformRequest ?? []].flat(), (data: unknown) => data ?? null],
})

/** Whether the call is a sign-in, whose 401 ends no session. */
const isSignIn = (url = ''): boolean => /^\/api\/Auth\/(login|second-factor|passkey)(\/|$)/.test(url)

interface Sent {
  /** When the call was sent, in epoch milliseconds. */
  at: number
  token: string | null
  /** The user on screen. */
  userId: number | undefined
}

const sent = new WeakMap<InternalAxiosRequestConfig, Sent>()

http.interceptors.request.use((config) => {
  config.baseURL ??= currentConnection().apiUrl
  const token = storedToken()
  // a call that ends another session already has its token
  if (token !== null) config.headers.setAuthorization(`Bearer ${token}`, false)
  if (config.baseURL === currentConnection().apiUrl) config.headers.set(backgroundHeaders(config.method))
  sent.set(config, { at: Date.now(), token, userId: screenUser()?.userId })
  return config
})

/** Aborts a multi-call change whose user has left: the next call would be sent as the current user. */
function rejectEarlierSender(config: InternalAxiosRequestConfig): void {
  const { token, userId } = sent.get(config)!
  const isSession = token === storedToken()
  if (userId !== undefined && !isSession && userId !== screenUser()?.userId) throw new CallError(SENDER_LEFT)
}

const SENDER_LEFT = 'The user who sent this has signed out'

/** Reads the clock only from uncached answers. The external report service has its own clock. */
function noteClocks({ config, headers }: AxiosResponse): void {
  const isOfApi = config.baseURL === currentConnection().apiUrl
  const isFresh = String(headers['cache-control']).includes('no-store')
  if (isOfApi && isFresh) compareClocks(sent.get(config)!.at, headers['date'])
}

http.interceptors.response.use(
  async (response: AxiosResponse) => {
    noteClocks(response)
    rejectEarlierSender(response.config)
    if (isWrite(response.config) && isPage(response.data)) throw new CallError(UNKNOWN_OUTCOME)
    const row = hasKey(response.config) && rowWithoutProof(response.data)
    if (row && (await askForProofStore.get()?.(row))) return repeat(response.config)
    if (isCutOff(response)) throw noAnswer(new SyntaxError('the answer was cut off'), response.config)
    return response
  },
  async (error: unknown) => {
    if (axios.isCancel(error)) throw error
    if (!axios.isAxiosError(error)) throw toCallError(error)
    const { config } = error
    await readStream(error.response)
    const rejection = rejectionOf(error)
    const isProved = rejection?.status === 403 ? await askForProofStore.get()?.(rejection.data) : null
    if (config && isProved) return repeat(config)
    logFailure(error.message, rejection, config)
    if (rejection?.status === 401) onUnauthorized(config)
    else if (config) rejectEarlierSender(config)
    const failure = toCallError(error)
    if (isProved === false) failure.isProofDeclined = true
    const isUnknown = config && isWrite(config) && isOutcomeUnknown(failure)
    throw isUnknown ? new CallError(NO_ANSWER, { status: failure.status, cause: error }) : failure
  },
)

keepAliveBy(() => void http.get('/api/Users/current').catch(() => undefined))

/** A call without a key must not be repeated: rows already changed would be changed again. */
const hasKey = ({ headers }: InternalAxiosRequestConfig): boolean => headers.has('Idempotency-Key')

/** Sends the call with the same Idempotency-Key, which the rejected call did not use up. */
function repeat(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  rejectEarlierSender(config)
  // the user may have signed in again in the meantime
  config.headers.delete('Authorization')
  return http.request(config)
}

/** Reads the error message even if a stream was requested. */
async function readStream(response?: AxiosResponse<unknown>): Promise<void> {
  if (!(response?.data instanceof ReadableStream)) return
  const text = await new Response(response.data as ReadableStream<Uint8Array<ArrayBuffer>>)
    .text()
    .catch(() => '')
  try {
    response.data = JSON.parse(text)
  } catch {
    response.data = text
  }
}

/**
 * Whether a read has JSON that axios could not parse: an interrupted connection may look like the end of an answer.
 */
const isCutOff = ({ config, data }: AxiosResponse): boolean =>
  config.method === 'get' && typeof data === 'string' && /^\s*[[{]/.test(data)

/** A stream that breaks off counts as no answer. */
export function noAnswer(error: unknown, config: InternalAxiosRequestConfig): CallError {
  logFailure(error instanceof Error ? error.message : String(error), undefined, config)
  return new CallError(NO_CONNECTION, { cause: error })
}

const UNKNOWN_OUTCOME = 'The answer does not say whether the change was made'
const NO_ANSWER = 'No answer was received. It is not known whether the change was made.'

/** Reads and the login check their answers themselves. */
const isWrite = ({ method, url }: InternalAxiosRequestConfig): boolean => method !== 'get' && !isSignIn(url)

function logFailure(message: string, response?: AxiosResponse, config?: InternalAxiosRequestConfig): void {
  const address = config?.url ?? ''
  if (!response) {
    console.error('Sin respuesta del servidor:', message, withoutSecrets(config))
  } else if (response.status === 401 && !isSignIn(address)) {
    console.error('No autorizado, redirigiendo al inicio de sesión:', address)
  } else {
    console.error(`Error ${response.status} en la respuesta de ${address}`)
  }
}

/**
 * Ends a session that has expired or was revoked. A late 401 of an earlier session must not end the current one,
 * and a 401 of a sign-in ends none.
 */
function onUnauthorized(config?: InternalAxiosRequestConfig): void {
  if (isSignIn(config?.url)) return
  const token = storedToken()
  if (token !== null && config?.headers.get('Authorization') === `Bearer ${token}`) endSession()
}

/** The log may be copied into a ticket, so it must not contain a token or a password. */
function withoutSecrets(config?: InternalAxiosRequestConfig): object {
  return {
    method: config?.method,
    baseURL: config?.baseURL,
    url: config?.url,
    params: config?.params as unknown,
  }
}
