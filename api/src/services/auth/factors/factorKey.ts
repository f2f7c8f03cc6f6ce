import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CommandError } from '@console/shared-kernel/command'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { writeAppState } from '../../../db/appState'
import type { Db } from '../../../db/schema'
import type { SecondFactorRule } from '../../../settings/settingTypes'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const STATE = 'factor-key'

/**
 * FACTOR_KEY, which encrypts the secrets of authenticator apps: someone who copies the database cannot
 * generate codes.
 */
export class FactorKey {
  private readonly key: Buffer | null
  /** Identifies the key without revealing it. Null without a key. */
  readonly fingerprint: string | null
  private readonly log: () => Pick<FastifyBaseLogger, 'warn'>

  /** @param setting null: nothing can be encrypted */
  constructor(setting: string | null, log: () => Pick<FastifyBaseLogger, 'warn'>) {
    this.log = log
    this.key = setting === null ? null : derive(setting, 'secrets of second factors', 32)
    this.fingerprint = setting === null ? null : derive(setting, 'fingerprint', 16).toString('base64url')
  }

  get isSet(): boolean {
    return this.key !== null
  }

  /** Bound to this user: moved to another one, the secret cannot be opened. */
  seal(userId: number, secret: Uint8Array): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.required(), nonce).setAAD(Buffer.from(`totp ${userId}`))
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
    return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
  }

  /** Logs and returns null if it was sealed with another key or for another user. */
  open(userId: number, sealed: string): Buffer | null {
    const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
    if (!nonce || !tag || !text) throw new Error('A sealed secret has three parts')
    try {
      const decipher = createDecipheriv(CIPHER, this.required(), nonce, { authTagLength: 16 })
      decipher.setAAD(Buffer.from(`totp ${userId}`)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()])
    } catch (error) {
      this.log().warn({ userId, err: error }, 'a TOTP secret was not encrypted with this FACTOR_KEY')
      return null
    }
  }

  private required(): Buffer {
    if (!this.key) throw new Error('FACTOR_KEY is not set')
    return this.key
  }
}

const derive = (setting: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', setting, '', `console ${purpose}`, bytes))

/**
 * Call at startup: no user with a factor may be locked out, or let in without it.
 * @throws CommandError if users have factors and the key is missing or wrong
 */
export const checkFactorKey = (db: Db, key: FactorKey, rule: SecondFactorRule): Promise<void> =>
  db.transaction().execute((trx) => check(trx, key, rule))

async function check(trx: Db, key: FactorKey, rule: SecondFactorRule): Promise<void> {
  // from here on, a process with the earlier key cannot confirm a factor
  const stored = await storedKey(trx).forUpdate().executeTakeFirst()
  const { rows } = await sql<{ secrets: boolean; passkeys: boolean }>`
    select exists (select from totp_factors where confirmed_at is not null) as secrets,
      exists (select from passkeys) as passkeys`.execute(trx)
  const { secrets = false, passkeys = false } = rows[0] ?? {}
  if (!key.fingerprint) {
    if (rule.isOff || !(secrets || passkeys)) return
    throw new CommandError('FACTOR_KEY is required: users of this database have second factors')
  }
  if (stored?.value === key.fingerprint) return
  if (stored && (secrets || passkeys)) {
    throw new CommandError('FACTOR_KEY is not the key of the second factors of this database')
  }
  await writeAppState(trx, STATE, key.fingerprint)
}

const storedKey = (db: Db) => db.selectFrom('app_state').select('value').where('key', '=', STATE)

/**
 * Another process may have started with another key, before there was any factor. The row lock prevents that
 * until the transaction ends.
 */
export const isKeyOfDatabase = async (db: Db, key: FactorKey): Promise<boolean> =>
  key.isSet && (await storedKey(db).forShare().executeTakeFirst())?.value === key.fingerprint
