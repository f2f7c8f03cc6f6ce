import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from '../site/files'
import { openServiceFolder, PRIVATE } from './teams'

/**
 * A line of `SITE/.delivery/audit.jsonl`. A change has two: `begun` before anything is written, and its
 * outcome. A `begun` without an outcome means that the service was killed in between.
 */
export interface AuditEntry {
  /** Id of the request. */
  id: string
  team: string
  tokenId: string
  address: string
  command: string
  input: unknown
  /** `begun`, `done`, or the error message. */
  outcome: string
  result?: unknown
}

/** Resolves when the entry is on disk, before the caller gets a response. */
export async function audit(site: Site, entry: AuditEntry): Promise<void> {
  const file = join(await openServiceFolder(site), 'audit.jsonl')
  const line = JSON.stringify({ at: new Date().toISOString(), ...entry })
  await appendFile(file, `${line}\n`, { flush: true, mode: PRIVATE })
}
