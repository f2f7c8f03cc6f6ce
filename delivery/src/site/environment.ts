import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { contentSecurityPolicy } from '../policy'
import { Refusal } from '../refusal'
import { filesBelow, shareFile, writeWhole } from './files'
import { writeEntry } from './history'
import type { HostRecord } from './hostRecord'
import { environmentPaths, HOST, releaseFolder, releaseId, type Site } from './layout'
import { withLock } from './lock'
import { environmentIn, pageWith } from './page'
import { isHost, readRecord } from './releases'
import { readSettings, type EnvironmentSettings } from './settings'

/** Who changes an environment, why, and what is done. */
export interface Note {
  who: string
  why: string
  action: string
}

export interface Committed {
  environment: Environment
  /** Whether the web server must learn of an origin that pages load from or call. */
  policyChanged: boolean
}

/** The document as it is served now: the page's own. Null where no host has been promoted yet. */
export function currentEnvironment(site: Site, name: string): Environment | null {
  const { page } = environmentPaths(site, name)
  return existsSync(page) ? environmentIn(readFileSync(page, 'utf8')) : null
}

/** Whether the document beside the page is that of the page; it is not where a change stopped between the two. */
export function isInStep(site: Site, name: string): boolean {
  const { document } = environmentPaths(site, name)
  const current = currentEnvironment(site, name)
  if (!current) return true
  return existsSync(document) && readFileSync(document, 'utf8') === documentText(current)
}

/** Writes the document beside the page anew. @throws Refusal while somebody changes the environment */
export async function repair(site: Site, name: string, who: string): Promise<void> {
  const { lock, document } = environmentPaths(site, name)
  await withLock(lock, who, () => {
    const current = currentEnvironment(site, name)
    if (current) writeWhole(document, documentText(current))
  })
}

/**
 * Changes an environment under its lock. The page is the commit point: until it has been renamed into its
 * place everybody gets the old console, from then on everybody gets the new one; the document beside it
 * follows.
 * @param change gets the document as it is now, and gives the new one without its revision
 */
export function commit(
  site: Site,
  name: string,
  note: Note,
  change: (current: Environment | null, settings: EnvironmentSettings) => Environment,
): Promise<Committed> {
  const settings = readSettings(site, name)
  const { lock, page, document } = environmentPaths(site, name)
  return withLock(lock, note.who, () => {
    const before = currentEnvironment(site, name)
    const environment = { ...change(before, settings), revision: (before?.revision ?? 0) + 1 }
    const host = hostOf(site, environment)
    const { revision } = environment
    writeEntry(site, name, { revision, at: new Date().toISOString(), ...note, document: environment })
    shareHostFiles(site, name, host)
    const html = readFileSync(join(host.folder, 'index.html'), 'utf8')
    writeWhole(page, pageWith(html, host.record, environment))
    writeWhole(document, documentText(environment))
    const policyChanged = contentSecurityPolicy(before) !== contentSecurityPolicy(environment)
    return { environment, policyChanged }
  })
}

const documentText = (environment: Environment): string => `${JSON.stringify(environment, null, 2)}\n`

/**
 * The host's release that a document names.
 * @throws Refusal where it names none, or the release is gone
 */
export function hostOf(site: Site, environment: Environment): { folder: string; record: HostRecord } {
  if (!environment.host) throw new Refusal('There is no host yet: promote one first.')
  const folder = releaseFolder(site, HOST, releaseId(environment.host))
  const record = readRecord(folder)
  if (!isHost(record)) throw new Refusal(`${folder} is no host.`)
  return { folder, record }
}

/** Pages that are open go on with the files of their own host: what is there stays until it is pruned. */
function shareHostFiles(site: Site, name: string, { folder }: { folder: string }): void {
  const { publicFolder } = environmentPaths(site, name)
  for (const path of filesBelow(folder)) {
    const isServed = !/^(?:index\.html|host\.json)(?:\.gz|\.br)?$/.test(path)
    if (isServed) shareFile(join(folder, path), join(publicFolder, path))
  }
}
