import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

export interface TokenClaims {
  userId: number
  sessionId: string
}

export interface Tokens {
  issue(claims: TokenClaims, expiresAt: Date): Promise<string>
  /** @returns null for anything but a live token of ours */
  read(token: string): Promise<TokenClaims | null>
}

/** A token signed elsewhere with our key may hold values that the database refuses. */
const claimsOfOurs = z.object({
  sub: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  sid: z.uuid(),
})

const ALGORITHM = 'HS256'
const ISSUER = 'console-api'
const AUDIENCE = 'console'

export function createTokens(secret: () => string): Tokens {
  let encoded: Uint8Array | undefined
  const key = (): Uint8Array => (encoded ??= new TextEncoder().encode(secret()))
  const expected = {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
  }
  return {
    issue: ({ userId, sessionId }, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key()),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key(), expected)
        const { sub, sid } = claimsOfOurs.parse(payload)
        return { userId: sub, sessionId: sid }
      } catch {
        return null
      }
    },
  }
}
