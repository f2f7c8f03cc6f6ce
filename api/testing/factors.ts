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

/** A code of an app, of so many steps of 30 seconds after now. Of two in a row, the second needs a later step. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

export interface Enrolled {
  user: Pick<UserResponse, 'userId' | 'userName'>
  token: string
  secret: string
  recoveryCodes: string[]
}

/** Gives a user an authenticator app, whose code of now is used up. */
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
    body: { code: codeOf(secret) },
  })
  if (done.status !== 200) throw new Error(`${done.status} ${done.text}`)
  return { user, token, secret, recoveryCodes: done.body.recoveryCodes }
}

const from = (address?: string): Record<string, string> => (address ? { 'x-forwarded-for': address } : {})

/** The correct password of a user with a factor. @param address believed where TRUST_PROXY is 127.0.0.1 */
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
