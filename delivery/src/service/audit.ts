import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../site/siteLayout'
import { serviceFolder } from './teams'

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
  /** `begun`, `done`, or why it was refused. */
  outcome: string
  result?: unknown
}

/** On the disk before the caller gets the answer. */
export function audit(site: Site, entry: AuditEntry): void {
  mkdirSync(serviceFolder(site), { recursive: true })
  const line = JSON.stringify({ at: new Date().toISOString(), ...entry })
  appendFileSync(join(serviceFolder(site), 'audit.jsonl'), `${line}\n`, { flush: true })
}
