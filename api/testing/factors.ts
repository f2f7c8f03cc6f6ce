import type {
  ErrorResponse,
  SecondStepResponse,
  SignedInResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { Secret, TOTP } from 'otpauth'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { call, post, tokenOf, type Answer } from './http'

export const FACTOR_KEY = 'what encrypts the factors of every test server'

/** The authenticator's code for now, or for `steps` times 30 s later. Each step's code works only once. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

export interface Enrolled {
  user: Pick<UserResponse, 'userId' | 'userName'>
  token: string
  secret: string
  recoveryCodes: string[]
}

/** Gives a user an authenticator app. This uses up its current code. */
export async function enrol(api: string, user: Pick<UserResponse, 'userId' | 'userName'>): Promise<Enrolled> {
  const token = await tokenOf(api, user.userName)
  const began = await call<{ secret: string }>(api, 'POST /api/Auth/totp', {
    token,
    body: { currentPassword: PASSWORD },
  })
  if (began.status !== 200) throw new Error(`${began.status} ${began.text}`)
  const { secret } = began.body
  const done = await call<{ recoveryCodes: string[] }>(api, 'POST /api/Auth/totp/confirm', {
    token,
    body: { code: totpCode(secret) },
  })
  if (done.status !== 200) throw new Error(`${done.status} ${done.text}`)
  return { user, token, secret, recoveryCodes: done.body.recoveryCodes }
}

const from = (address?: string): Record<string, string> => (address ? { 'x-forwarded-for': address } : {})

/** Signs in with the correct password only. @param address is trusted if TRUST_PROXY is 127.0.0.1 */
export async function firstStep(api: string, Username: string, address?: string): Promise<string> {
  const body = { Username, Password: PASSWORD }
  const answer = await post<SecondStepResponse>(`${api}/api/Auth/login`, body, from(address))
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.secondFactor.id
}

export const secondStep = (
  api: string,
  id: string,
  shown: object,
  address?: string,
): Promise<Answer<SignedInResponse & ErrorResponse>> =>
  post(`${api}/api/Auth/second-factor`, { id, ...shown }, from(address))
