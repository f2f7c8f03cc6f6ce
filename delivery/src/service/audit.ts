import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../site/layout'
import { serviceFolder } from './teams'

/** One line of `SITE/.delivery/audit.jsonl`: what somebody asked for, and what came of it. */
export interface AuditEntry {
  team: string
  tokenId: string
  address: string
  command: string
  input: unknown
  /** `done`, or why it was refused. */
  outcome: string
}

/** Appended and never written over. On the disk before the caller has the answer. */
export function audit(site: Site, entry: AuditEntry): void {
  mkdirSync(serviceFolder(site), { recursive: true })
  const line = JSON.stringify({ at: new Date().toISOString(), ...entry })
  appendFileSync(join(serviceFolder(site), 'audit.jsonl'), `${line}\n`, { flush: true } as object)
}
