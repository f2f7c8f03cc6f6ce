import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY } from '../../db/pglite/embeddedFacts'
import { CommandError } from '@console/shared-kernel/command'

const FILE = 'token-secret'
const MIN_SECRET_BYTES = 32

/**
 * The setting, or else a secret that is made once and kept in the data directory, so that sessions survive a
 * restart. The caller must hold the lock of the directory.
 * @throws CommandError where the kept secret is incomplete
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
