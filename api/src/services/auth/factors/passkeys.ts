import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema'
import { HttpError } from '../../../foundation/httpError'

type Registered = Parameters<typeof verifyRegistrationResponse>[0]['response']
type Asserted = Parameters<typeof verifyAuthenticationResponse>[0]['response']

const CHALLENGE_MS = 5 * 60_000
const NONCE_BYTES = 16
const TIME_BYTES = 8
/** Attestation formats without certificates, or whose certificates the library does not follow. */
const ATTESTATIONS: ReadonlySet<string> = new Set(['none', 'packed'])
/** The transports that WebAuthn specifies; others are not stored. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

export const setupExpired = (): HttpError =>
  new HttpError(400, 'La configuración ha caducado. Empieza de nuevo.')

interface PasskeySettings {
  /** The domain; null: no passkeys. */
  rpId: string | null
  origins: readonly (string | RegExp)[]
}

/** What a challenge is for. Each session, step and use has its own purpose. */
interface Use {
  purpose: string
  /** Null: any user's passkey, which alone signs its owner in. */
  userId: number | null
}

/**
 * Challenges are signed, not stored, so that anyone may request one. Each accepts one answer, and is stored
 * once used.
 */
export class Passkeys {
  private readonly settings: PasskeySettings
  private readonly secrets: () => readonly string[]

  /** @param secrets the token secrets: the first one signs, all are accepted */
  constructor(settings: PasskeySettings, secrets: () => readonly string[]) {
    this.settings = settings
    this.secrets = secrets
  }

  get isOffered(): boolean {
    return this.settings.rpId !== null
  }

  /** The options for `navigator.credentials.create`. */
  async creationOptions(db: Db, userId: number, userName: string, purpose: string): Promise<object> {
    const known = await this.credentialsOf(db, userId)
    return generateRegistrationOptions({
      rpName: 'Info Center',
      rpID: this.domain(),
      userName,
      userID: new Uint8Array(Buffer.from(String(userId))),
      challenge: this.newChallenge(purpose),
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    }).then((options) => ({ ...options }))
  }

  /**
   * The options for `navigator.credentials.get`.
   * @param userId null: the browser asks which passkey to use
   * @param isAccepted selects among the user's passkeys by id
   */
  async requestOptions(
    db: Db,
    userId: number | null,
    purpose: string,
    isAccepted: (id: string) => boolean = () => true,
  ): Promise<object> {
    const options = await generateAuthenticationOptions({
      rpID: this.domain(),
      challenge: this.newChallenge(purpose),
      userVerification: userId === null ? 'required' : 'preferred',
      ...(userId !== null && {
        allowCredentials: (await this.credentialsOf(db, userId)).filter(({ id }) => isAccepted(id)),
      }),
    })
    return { ...options }
  }

  /**
   * @returns false if the answer is not for this server, purpose and origin, or the passkey is already known
   * @throws HttpError 400 if the answer is too late
   */
  async add(
    trx: Db,
    answer: unknown,
    name: string,
    use: { purpose: string; userId: number },
  ): Promise<boolean> {
    const response = withoutCertificates(answer as Registered)
    const origin = response && this.originOf(response)
    if (!response || origin === null) return false
    const { expectedChallenge, isOld, take } = this.expectChallenge(use.purpose)
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: this.domain(),
      requireUserVerification: false,
    }).catch(() => null)
    if (isOld()) throw setupExpired()
    if (!verified?.verified || !(await take(trx))) return false
    const { id, publicKey, counter, transports } = verified.registrationInfo.credential
    const reported: unknown[] = Array.isArray(transports) ? transports : []
    const added = await trx
      .insertInto('passkeys')
      .values({
        id,
        user_id: use.userId,
        name,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: TRANSPORTS.filter((transport) => reported.includes(transport)),
        used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  }

  /** @returns the id of the passkey's owner; null if the passkey is rejected */
  async use(trx: Db, answer: unknown, { purpose, userId }: Use): Promise<number | null> {
    if (!this.isOffered) return null
    const response = answer as Asserted
    const origin = this.originOf(response)
    const stored = await trx
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'public_key', 'counter', 'transports'])
      .where('id', '=', String(response.id))
      .forUpdate()
      .executeTakeFirst()
    if (origin === null || !stored || (userId !== null && stored.user_id !== userId)) return null
    const { expectedChallenge, take } = this.expectChallenge(purpose)
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: this.domain(),
      credential: {
        id: stored.id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        counter: Number(stored.counter),
        transports: stored.transports,
      },
      // used alone, a passkey is both factors
      requireUserVerification: userId === null,
    }).catch(() => null)
    // also rejected if its counter goes back: somebody may have copied the passkey
    if (!verified?.verified || !(await take(trx))) return null
    await trx
      .updateTable('passkeys')
      .set({ counter: verified.authenticationInfo.newCounter, used_at: sql<Date>`now()` })
      .where('id', '=', stored.id)
      .execute()
    return stored.user_id
  }

  /**
   * The owner of the passkey that an answer names, even if it is rejected. Null if the passkey is unknown.
   */
  async ownerOf(db: Db, answer: unknown): Promise<number | null> {
    const stored = await db
      .selectFrom('passkeys')
      .select('user_id')
      .where('id', '=', String((answer as Asserted).id))
      .executeTakeFirst()
    return stored?.user_id ?? null
  }

  /** @throws HttpError 404 */
  private domain(): string {
    if (this.settings.rpId === null) throw new HttpError(404, 'Este servidor no tiene llaves de acceso')
    return this.settings.rpId
  }

  private credentialsOf(db: Db, userId: number) {
    return db.selectFrom('passkeys').select(['id', 'transports']).where('user_id', '=', userId).execute()
  }

  private newChallenge(purpose: string): Uint8Array<ArrayBuffer> {
    const time = Buffer.alloc(TIME_BYTES)
    time.writeBigUInt64BE(BigInt(Date.now() + CHALLENGE_MS))
    const content = Buffer.concat([randomBytes(NONCE_BYTES), time])
    return new Uint8Array(Buffer.concat([content, signed(content, purpose, this.secrets()[0] ?? '')]))
  }

  /** Checks the challenge as the library has read it: a second reading of the same bytes could differ. */
  private expectChallenge(purpose: string) {
    let read: Challenge | null = null
    const isOld = (): boolean => read !== null && read.until.getTime() < Date.now()
    return {
      expectedChallenge: (text: string): boolean =>
        (read = this.readChallenge(text, purpose)) !== null && !isOld(),
      isOld,
      /** @returns false for the second answer to a challenge */
      take: async (trx: Db): Promise<boolean> => read !== null && consumeChallenge(trx, read),
    }
  }

  /** Null for a challenge that is not ours, or not for this purpose. */
  private readChallenge(text: string, purpose: string): Challenge | null {
    const bytes = Buffer.from(text, 'base64url')
    const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
    const signature = bytes.subarray(NONCE_BYTES + TIME_BYTES)
    const isOurs = this.secrets().some((secret) => isSame(signature, signed(content, purpose, secret)))
    if (!isOurs) return null
    return { bytes, until: new Date(Number(content.readBigUInt64BE(NONCE_BYTES))) }
  }

  /** Null for an origin that is not allowed. */
  private originOf(answer: Registered | Asserted): string | null {
    const origin = claimedOrigin(answer)
    if (typeof origin !== 'string') return null
    const isOurs = this.settings.origins.some((one) =>
      typeof one === 'string' ? one === origin : one.test(origin),
    )
    return isOurs ? origin : null
  }
}

interface Challenge {
  bytes: Buffer
  until: Date
}

async function consumeChallenge(trx: Db, { bytes, until }: Challenge): Promise<boolean> {
  const inserted = await trx
    .insertInto('used_passkey_challenges')
    .values({ hash: createHash('sha256').update(bytes).digest('hex'), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * No attestation is requested. For formats outside ATTESTATIONS, the library fetches the list of revoked
 * certificates from whatever URL the certificate names. @returns null for those formats
 */
function withoutCertificates(answer: Registered): Registered | null {
  try {
    const bytes = Buffer.from(String(answer.response.attestationObject), 'base64url')
    if (!ATTESTATIONS.has(decodeAttestationObject(new Uint8Array(bytes)).get('fmt'))) return null
    // re-encoded: the library might read an unusual encoding as other bytes
    return { ...answer, response: { ...answer.response, attestationObject: bytes.toString('base64url') } }
  } catch {
    return null
  }
}

/** The library compares this with the origin that it reads itself. */
function claimedOrigin(answer: Registered | Asserted): unknown {
  try {
    const text = Buffer.from(String(answer.response.clientDataJSON), 'base64url').toString()
    return (JSON.parse(text) as { origin?: unknown } | null)?.origin
  } catch {
    return null
  }
}

const signed = (content: Uint8Array, purpose: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`passkey ${purpose}\n`).update(content).digest()

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
