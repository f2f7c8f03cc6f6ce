import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY } from '../../db/location'
import { StartError } from '../../startError'

const FILE = 'token-secret'
const LEAST_SECRET_BYTES = 32

/**
 * The key that signs tokens: the setting, else one made on the first start and kept next to the data, so that
 * sessions outlive a restart. The directory must be locked by the caller.
 * @throws StartError where the kept one is not whole
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

/** What was broken off while it was written would sign nothing, or what anybody could guess. */
function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8')
  if (Buffer.byteLength(secret) >= LEAST_SECRET_BYTES) return secret
  throw new StartError(
    `${file} contains an incomplete secret. Delete it to create a new one: all sessions end then.`,
  )
}
