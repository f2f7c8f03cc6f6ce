import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY } from '../../db/location'

const FILE = 'token-secret'

/**
 * The key that signs tokens: the setting, else one made on the first start and kept beside the data, so that
 * sessions outlive a restart. The directory must be locked by the caller.
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
    return readFileSync(file, 'utf8')
  }
}
