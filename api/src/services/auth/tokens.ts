import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { CommandError } from '@console/shared-kernel/command'
import { MEMORY } from '../../db/pglite/embeddedFacts'

export interface TokenClaims {
  userId: number
  sessionId: string
}

export interface Tokens {
  issue(claims: TokenClaims, expiresAt: Date): Promise<string>
  /** @returns null for anything but a live token of ours */
  read(token: string): Promise<TokenClaims | null>
}

/** A token signed elsewhere with our key may hold values that the database rejects. */
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

/** @param secrets the first one signs; tokens signed with any of them are accepted */
export function createTokens(secrets: () => readonly string[]): Tokens {
  let encoded: Uint8Array[] | undefined
  const keys = (): Uint8Array[] => (encoded ??= secrets().map((secret) => new TextEncoder().encode(secret)))
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
        .sign(keys()[0]!),
    read: async (token) => {
      for (const key of keys())
        try {
          const { payload } = await jwtVerify(token, key, expected)
          const { sub, sid } = claimsOfOurs.parse(payload)
          return { userId: sub, sessionId: sid }
        } catch {
          // signed with another secret, or not ours
        }
      return null
    },
  }
}

const FILE = 'token-secret'
const MIN_SECRET_BYTES = 32

/**
 * The setting, or else a secret that is made once and kept in the data directory, so that sessions survive a
 * restart. The caller must hold the lock of the directory.
 * @throws CommandError if the stored secret is incomplete
 */
export function tokenSecret(setting: string | null, dataDir: string): string {
  if (setting) return setting
  const fresh = randomBytes(48).toString('base64url')
  if (dataDir === MEMORY) return fresh
  const file = join(dataDir, FILE)
  try {
    writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readSecret(file)
  }
}

/** An empty or cut-off secret, from an interrupted write, could be guessed. */
function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8')
  if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret
  throw new CommandError(
    `${file} contains an incomplete secret. Delete it to create a new one: all sessions end then.`,
  )
}
