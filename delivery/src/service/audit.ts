import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../site/siteLayout'
import { serviceFolder } from './teams'

/**
 * A line of `SITE/.delivery/audit.jsonl`. A change has two: `begun` before anything is written, and the outcome;
 * one alone is of a service that was killed in between.
 */
export interface AuditEntry {
  /** Of the request. */
  id: string
  team: string
  tokenId: string
  address: string
  command: string
  input: unknown
  /** `begun`, `done`, or why it was refused. */
  outcome: string
  /** What was done: a revision, a release. */
  result?: unknown
}

/** Appended and never written over. On the disk before the caller has the answer. */
export function audit(site: Site, entry: AuditEntry): void {
  mkdirSync(serviceFolder(site), { recursive: true })
  const line = JSON.stringify({ at: new Date().toISOString(), ...entry })
  // the types of Node 20 do not know `flush` yet
  const options: { flush: boolean } = { flush: true }
  appendFileSync(join(serviceFolder(site), 'audit.jsonl'), `${line}\n`, options)
}
