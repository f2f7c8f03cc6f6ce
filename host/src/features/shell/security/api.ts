import { queryOptions } from '@tanstack/react-query'
import {
  CallError,
  fetchList,
  fetchRecord,
  http,
  isUnauthorized,
  messageOf,
} from '@console/shared-kernel/core'
import { asList, asRecord, normaliseList, readFilledText } from '@console/shared-kernel/rules'

export interface OwnSession {
  id: string
  /** A description such as 'Firefox on Windows'. */
  device: string
  address: string | null
  startedAt: Date
  usedAt: Date
  isCurrent: boolean
}

interface OwnPasskey {
  id: string
  name: string
  usedAt: Date | null
}

export interface OwnFactors {
  /** When the authenticator app was added; null without one. */
  totp: Date | null
  passkeys: OwnPasskey[]
  /** How many have not been used yet. */
  recoveryCodes: number
  recoveryCodesKept: boolean
  canAdd: { totp: boolean; passkeys: boolean }
}

function dateOf(value: unknown): Date | null {
  const at = new Date(readFilledText(value) ?? NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Null without an id, which is needed to end the session. */
function sessionOf(value: unknown): OwnSession | null {
  const wire = asRecord(value)
  const [id, startedAt] = [readFilledText(wire['id']), dateOf(wire['startedAt'])]
  if (id === undefined || startedAt === null) return null
  return {
    id,
    device: readFilledText(wire['device']) ?? 'Unknown device',
    address: readFilledText(wire['address']) ?? null,
    startedAt,
    usedAt: dateOf(wire['usedAt']) ?? startedAt,
    isCurrent: wire['isCurrent'] === true,
  }
}

function passkeyOf(value: unknown): OwnPasskey | null {
  const wire = asRecord(value)
  const id = readFilledText(wire['id'])
  return id === undefined
    ? null
    : { id, name: readFilledText(wire['name']) ?? id, usedAt: dateOf(wire['usedAt']) }
}

const idOf = ({ id }: { id: string }): string => id

const KEY = 'own-security'
/** The key prefix of all 'Security' queries. */
export const securityKey = [KEY] as const

export const sessionsQuery = queryOptions({
  queryKey: [KEY, 'sessions'],
  queryFn: async ({ signal }) =>
    normaliseList(await fetchList('/api/Auth/sessions', signal), sessionOf, idOf),
  staleTime: 0,
})

export const factorsQuery = queryOptions({
  queryKey: [KEY, 'factors'],
  queryFn: async ({ signal }): Promise<OwnFactors> => {
    const wire = await fetchRecord('/api/Auth/factors', signal)
    const canAdd = asRecord(wire['canAdd'])
    return {
      totp: dateOf(wire['totp']),
      passkeys: normaliseList(wire['passkeys'], passkeyOf, idOf),
      recoveryCodes: Number(wire['recoveryCodes']) || 0,
      recoveryCodesKept: wire['recoveryCodesKept'] !== false,
      canAdd: { totp: canAdd['totp'] === true, passkeys: canAdd['passkeys'] === true },
    }
  },
  staleTime: 0,
})

export const endSession = async (id: string): Promise<void> =>
  void (await http.delete<unknown>(`/api/Auth/sessions/${encodeURIComponent(id)}`))

/** @returns how many were ended */
export async function endOtherSessions(): Promise<number> {
  const { data } = await http.delete<unknown>('/api/Auth/sessions')
  return Number(asRecord(data)['ended']) || 0
}

export interface CodeApp {
  secret: string
  uri: string
}

/** @param currentPassword needed for the first factor. @throws CallError also for an answer without a secret */
export async function beginCodes(currentPassword?: string): Promise<CodeApp> {
  const { data } = await http.post<unknown>('/api/Auth/totp', { currentPassword })
  const wire = asRecord(data)
  const [secret, uri] = [readFilledText(wire['secret']), readFilledText(wire['uri'])]
  if (secret === undefined || uri === undefined) throw new CallError('The server sent no secret')
  return { secret, uri }
}

const codesOf = (data: unknown): string[] => asList(asRecord(data)['recoveryCodes']).map(String)

/** @returns recovery codes for the first factor, otherwise none */
export const confirmCodes = async (code: string): Promise<string[]> =>
  codesOf((await http.post<unknown>('/api/Auth/totp/confirm', { code })).data)

export const removeCodes = async (): Promise<void> => void (await http.delete<unknown>('/api/Auth/totp'))

export const readPasskeyOptions = async (currentPassword?: string): Promise<unknown> =>
  (await http.post<unknown>('/api/Auth/passkeys/options', { currentPassword })).data

/** @returns recovery codes for the first factor, otherwise none */
export const addPasskey = async (name: string, passkey: unknown): Promise<string[]> =>
  codesOf((await http.post<unknown>('/api/Auth/passkeys', { name, passkey })).data)

export const removePasskey = async (id: string): Promise<void> =>
  void (await http.delete<unknown>(`/api/Auth/passkeys/${encodeURIComponent(id)}`))

/** @throws CallError also for an answer without codes, because the earlier ones are no longer valid then */
export async function renewRecoveryCodes(): Promise<string[]> {
  const codes = codesOf((await http.post<unknown>('/api/Auth/recovery-codes')).data)
  if (codes.length === 0) throw new CallError('The server sent no recovery codes')
  return codes
}

/** @param factor as in the rejection, if only that factor is accepted */
export const sendProof = async (
  shown: { code: string } | { passkey: unknown },
  factor?: string,
): Promise<void> => void (await http.post<unknown>('/api/Auth/proof', { ...shown, factor }))

/** @param factor as in the rejection, if only that factor is accepted */
export const readProofOptions = async (factor?: string): Promise<unknown> =>
  (await http.post<unknown>('/api/Auth/proof/passkey', { factor })).data

/**
 * The text of a failure. Null if the user knows the reason: the sign-in opens by itself, or they declined to show
 * a factor.
 */
export function failureText(failure: unknown, fallback: string): string | null {
  if (failure instanceof CallError && failure.isProofDeclined) return null
  return isUnauthorized(failure) ? null : messageOf(failure, fallback)
}
