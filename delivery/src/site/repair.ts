import { readFile } from 'node:fs/promises'
import type { Environment } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { pagePolicy } from './page'
import { allProblemsOnDisk, hostFiles, pageOf, writeServed, whileLocked } from './environmentStore'
import { readIfExists, integrityOf, environmentPaths, releaseId, type Site } from './files'
import {
  documentServed,
  documentText,
  environmentExists,
  isReadable,
  newestReadable,
  readCurrent,
  recordIfReadable,
  writeRevision,
  stateOf,
  type Revision,
} from './history'
import { releasesIn } from './releases'
import { allApps, EVERYTHING, keyOf, trailOf, trailWith, type App, type State } from './environmentChanges'
import type { EnvironmentSettings } from './environmentSettings'

interface Damage {
  what: string
  /** If false, the release has to be published again. */
  isRepairable: boolean
}

/** What to do about damage that is not repairable. */
export const PUBLISH_AGAIN =
  'delete what is left of its folder and publish it again, or promote another release'

export async function damageOf(site: Site, name: string): Promise<Damage[]> {
  const revision = await readCurrent(site, name)
  const { document } = revision
  const releases = await allProblemsOnDisk(site, releasesIn(document))
  const repairable = [
    ...(await damageOfPage(site, name, revision)),
    ...(releases.length > 0 ? [] : await damageOfHost(site, name, document)),
  ]
  return [
    ...repairable.map((what) => ({ what, isRepairable: true })),
    ...releases.map((what) => ({ what, isRepairable: false })),
  ]
}

async function damageOfPage(site: Site, name: string, { document, page }: Revision): Promise<string[]> {
  const paths = environmentPaths(site, name)
  const [inPage, inDocument] = [await readIfExists(paths.page), await readIfExists(paths.document)]
  const isPageWrong = inPage !== null && page !== undefined && integrityOf(inPage) !== page
  return [
    ...(document.host && inPage === null ? ['the page is lost'] : []),
    ...(isPageWrong ? ['the page is not as it was written: it was edited, or cut off'] : []),
    ...(inDocument?.equals(Buffer.from(documentText(document)))
      ? []
      : ['environment.json is not that of the page: a change was interrupted, or it was edited']),
  ]
}

async function damageOfHost(site: Site, name: string, document: Environment): Promise<string[]> {
  // several builds may have a file of the same name; the last one is served
  const byPath = new Map((await hostFiles(site, name, document)).map((file) => [file.path, file]))
  const damage: string[] = []
  for (const { path, from, to } of byPath.values())
    if (!(await readIfExists(to))?.equals(await readFile(from)))
      damage.push(`the host's file ${path} is lost or was changed`)
  return damage
}

/**
 * Rewrites what is served from the history, and a lost record from the page.
 * @returns what was wrong
 * @throws CommandError if page and history are both lost
 */
export async function repair(site: Site, name: string, who: string): Promise<Damage[]> {
  if (!(await environmentExists(site, name))) throw new CommandError(`There is no environment '${name}'.`)
  return whileLocked(site, name, who, async (assertHeld) => {
    const lost = await restoreRecord(site, name, who, assertHeld)
    const damage = await damageOf(site, name)
    const { page: _, ...revision } = await readCurrent(site, name)
    const html = await pageOf(site, revision.document)
    const page = html === null ? {} : { page: integrityOf(Buffer.from(html)) }
    await writeRevision(site, name, { ...revision, ...page }, assertHeld)
    await writeServed(site, name, { document: revision.document, html, assertHeld })
    return [...lost, ...damage]
  })
}

async function restoreRecord(
  site: Site,
  name: string,
  who: string,
  assertHeld: () => void,
): Promise<Damage[]> {
  const document = await documentServed(site, name)
  const number = document?.revision
  if (!document || number === undefined || (await isReadable(site, name, number))) return []
  const before = await newestReadable(site, name, number)
  const known = before && stateOf(before)
  const settings = settingsOf(document, known?.settings)
  const record: Revision = {
    revision: number,
    at: new Date().toISOString(),
    who,
    why: 'its record was lost',
    action: 'repair',
    settings,
    trail: {},
    bad: known?.bad ?? {},
    document,
    policy: pagePolicy(document),
  }
  Object.assign(record, await rebuildTrails(site, name, known, record))
  await writeRevision(site, name, record, assertHeld)
  const what = `the record of revision ${number} is lost: it is rebuilt from the page, without who made it and why, and without what the page does not hold (requires): see status`
  return [{ what, isRepairable: true }]
}

/**
 * Rebuilds the trail of a lost record: an app that differs from the previous record counts as changed by the
 * lost revision, or as rolled back if it has an earlier value again.
 */
async function rebuildTrails(
  site: Site,
  name: string,
  before: State | null,
  record: Revision,
): Promise<Pick<Revision, 'trail' | 'bad'>> {
  const { revision, at, who, why } = record
  const now = stateOf(record)
  const bad = { ...record.bad }
  const lastWith = async (trail: number[], app: App, key: string | null): Promise<number> => {
    for (const [index, number] of [...trail.entries()].reverse()) {
      const earlier = await recordIfReadable(site, name, number)
      if (earlier !== null && keyOf(stateOf(earlier), app) === key) return index
    }
    return -1
  }
  const trailNow = async (app: App): Promise<number[]> => {
    if (!before) return [revision]
    const [was, is] = [keyOf(before, app), keyOf(now, app)]
    const trail = trailOf(before, app)
    if (was === is) return trail
    const back = await lastWith(trail, app, is)
    if (back === -1) return trailWith(trail, revision)
    if (was !== null) bad[was] = { revision, at, who, why }
    return trail.slice(0, back + 1)
  }
  const trails: Record<App, number[]> = {}
  for (const app of allApps(now)) trails[app] = await trailNow(app)
  const everything = trailWith(before ? trailOf(before, EVERYTHING) : [], revision)
  return { trail: { ...trails, [EVERYTHING]: everything }, bad }
}

/** @throws CommandError if the address of the releases is unknown */
function settingsOf(document: Environment, before: EnvironmentSettings | undefined): EnvironmentSettings {
  const { name, apiUrl, externalReportsUrl, timeZone, telemetryUrl = null, remotes } = document
  const { signInMethods, developer, overrides } = document
  const servers = { name, apiUrl, externalReportsUrl, timeZone, telemetryUrl }
  const given = {
    ...servers,
    ...(signInMethods && { signInMethods }),
    ...(developer && { developer }),
    overrides,
  }
  if (before) {
    const { signInMethods: _, developer: __, ...known } = before
    return { ...known, ...given }
  }
  const [remote] = Object.values(remotes)
  if (!remote)
    throw new CommandError(`The history of ${name} is lost, and the page names no remote: restore a backup.`)
  const { release, baseUrl } = remote
  return { ...given, releasesUrl: baseUrl.slice(0, -`${release.name}/${releaseId(release)}/`.length) }
}
