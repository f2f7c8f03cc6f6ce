import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { newOrigins } from '../policy'
import { Refusal } from '../refusal'
import { fileProblems } from '../verify/checks'
import { filesBelow, readJson, shareFile, writeWhole } from './files'
import { refuseHistoryAlone, writeEntry } from './history'
import type { HostRecord } from './hostRecord'
import { environmentPaths, HOST, releaseFolder, releaseId, type Site } from './layout'
import { withLock } from './lock'
import { currentEnvironment, pageWith } from './page'
import { isHost, readRecord, releasesIn } from './releases'
import { readSettings, type EnvironmentSettings } from './settings'

/** Who changes an environment, why, and what is done. */
export interface Note {
  who: string
  why: string
  action: string
  restores?: number
}

export interface Committed {
  environment: Environment
  /** What pages now load from or call and the web server's policy may not name yet. */
  newOrigins: string[]
}

function isInStep(site: Site, name: string): boolean {
  const { document } = environmentPaths(site, name)
  const current = currentEnvironment(site, name)
  if (!current) return true
  return existsSync(document) && readFileSync(document, 'utf8') === documentText(current)
}

/**
 * Writes the document beside the page as the page has it, after a change that stopped between the two.
 * @returns whether that was so
 * @throws Refusal while somebody changes the environment
 */
export async function mend(site: Site, name: string, who: string): Promise<boolean> {
  if (isInStep(site, name)) return false
  const { lock, document } = environmentPaths(site, name)
  await withLock(lock, who, () => writeWhole(document, documentText(currentEnvironment(site, name)!)))
  return true
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
  return withLock(lock, note.who, (assertHeld) => {
    const before = currentEnvironment(site, name) ?? documentBeside(site, name)
    const environment = { ...change(before, settings), revision: (before?.revision ?? 0) + 1 }
    const host = hostOf(site, environment)
    refuseSpoilt(site, before, environment)
    const { revision } = environment
    writeEntry(site, name, { revision, at: new Date().toISOString(), ...note, document: environment })
    shareHostFiles(site, name, host)
    const html = readFileSync(join(host.folder, 'index.html'), 'utf8')
    assertHeld()
    writeWhole(page, pageWith(html, host.record, environment))
    writeWhole(document, documentText(environment))
    return { environment, newOrigins: newOrigins(before, environment) }
  })
}

/**
 * What was served last where the page has been lost: the change that comes now writes it anew.
 * @throws Refusal where the document is lost, too
 */
function documentBeside(site: Site, name: string): Environment | null {
  const { document } = environmentPaths(site, name)
  if (existsSync(document)) return readJson(document) as Environment
  refuseHistoryAlone(site, name)
  return null
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

/**
 * An earlier revision may name what has been pruned since, and any disk may lose or spoil a file. What was
 * spoilt before the change, and is given to nobody anew by it, does not count: it must hold up neither other
 * teams nor the release that replaces it.
 * @throws Refusal naming what is not there as it was built
 */
function refuseSpoilt(site: Site, before: Environment | null, environment: Environment): void {
  const known = new Set(before ? releasesIn(before) : [])
  const current = new Set(before ? releasesIn(currentOnly(before)) : [])
  const given = releasesIn(currentOnly(environment)).filter((release) => !current.has(release))
  const unknown = releasesIn(environment).filter((release) => !known.has(release))
  const problems = [...new Set([...given, ...unknown])].flatMap((release) => {
    const folder = join(site.root, release)
    if (!existsSync(folder)) return [`${release} is not there any more`]
    return fileProblems(folder, readRecord(folder).files).map(({ what }) => `${release}: ${what}`)
  })
  if (problems.length > 0) throw new Refusal(...problems.map((what) => `files: ${what}`))
}

/** Without what users fall back to, and without canaries. */
const currentOnly = ({ remotes, ...others }: Environment): Environment => ({
  ...others,
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, { baseUrl, release }]) => [name, { baseUrl, release }]),
  ),
})

/** Pages that are open go on with the files of their own host: what is there stays until it is pruned. */
function shareHostFiles(site: Site, name: string, { folder }: { folder: string }): void {
  const { publicFolder } = environmentPaths(site, name)
  for (const path of filesBelow(folder)) {
    const isServed = !/^(?:index\.html|host\.json)(?:\.gz|\.br)?$/.test(path)
    if (isServed) shareFile(join(folder, path), join(publicFolder, path))
  }
}
