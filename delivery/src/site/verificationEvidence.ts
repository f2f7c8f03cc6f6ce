import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import type { Release } from '@console/shared-kernel/remote'
import {
  keyOf,
  keyOfBuild,
  labelOf,
  type App,
  type Build,
  type Evidence,
  type State,
} from './environmentChanges'
import { environmentPaths, HOST, integrityOf, readJson, releaseId, type Site, writeAtomically } from './files'
import { readCurrent, recordsOf, stateOf } from './history'
import { inWords, type Problem } from './releaseRecords'

/** `files` is the hash of the files in the release's record; evidence from earlier versions lacks it. */
type Verified = Evidence['verified'] & { files?: string }
type HostId = Pick<Build, 'version' | 'build'>

interface Checked {
  app: App
  build: Build
}

const fileOf = (site: Site, environment: string, { app, build }: Checked, ending = ''): string =>
  join(environmentPaths(site, environment).verified, app, `${releaseId(build)}${ending}.json`)

/** Failures have files of their own: earlier versions of the command take any evidence for a success. */
const FAILED = '.failed'

/**
 * Records whether the screens of a release opened in this host, replacing the earlier result. A check that
 * only timed out does not replace a success with the same files and host.
 * @param problems an empty list is a success
 */
export async function recordVerification(
  site: Site,
  environment: string,
  { app, build, host, who }: Checked & { host: HostId | undefined; who: string },
  problems: readonly Problem[] = [],
): Promise<void> {
  const verified: Verified = { at: new Date().toISOString(), who, host: hostIn(host), files: filesOf(build) }
  const [evidence, failed] = ['', FAILED].map((ending) => fileOf(site, environment, { app, build }, ending))
  const isLate = problems.length > 0 && problems.every(({ isDeadline }) => isDeadline)
  if (isLate && (await isOfSame(evidence!, verified))) return
  const [written, removed] = problems.length > 0 ? [failed!, evidence!] : [evidence!, failed!]
  const record = problems.length > 0 ? { ...verified, failure: problems.map(inWords) } : verified
  // if two checks end at the same time, both files may remain, but never neither
  await rm(removed, { force: true })
  // passing `assertHeld` gives the unfinished file a unique name
  await writeAtomically(written, `${JSON.stringify(record, null, 2)}\n`, () => undefined)
}

/** Null if there is no record, or if a check that is ending has just removed it. */
async function readRecord<T extends Verified = Verified>(file: string): Promise<T | null> {
  try {
    return (await readJson(file)) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether the stored result is about these files and this host. */
async function isOfSame(file: string, { host, files }: Verified): Promise<boolean> {
  const before = await readRecord(file)
  return before?.host === host && before.files === files
}

/** @throws CommandError if the last check of these files in the served host failed */
export async function rejectFailed(
  site: Site,
  { settings, apps }: State,
  { app, build }: Checked,
): Promise<void> {
  const file = fileOf(site, settings.name, { app, build }, FAILED)
  const failed = await readRecord<Verified & { failure: string[] }>(file)
  if (!failed) return
  const { failure, host, files, at } = failed
  const isOther = files !== filesOf(build) || (app !== HOST && host !== hostIn(apps[HOST]?.stable))
  if (isOther) return
  throw new CommandError([
    `${labelOf(app, build)} failed its verification for ${settings.name} at ${at}: --force serves it anyway.`,
    ...failure,
  ])
}

/** Whether the last check of these files in the served host succeeded. */
export async function isVerified(
  site: Site,
  environment: string,
  { app, build, host }: Checked & { host: HostId | undefined },
): Promise<boolean> {
  const record = await readRecord(fileOf(site, environment, { app, build })).catch(() => null)
  return record?.files === filesOf(build) && (app === HOST || record.host === hostIn(host))
}

interface Required extends Checked {
  /** Another environment that is required in addition to the one in the settings. */
  requires?: string | undefined
  /** Accepts a release that the required environment rolled back from. */
  force?: boolean | undefined
}

/**
 * The required environments must have served a release to everybody, and it must be verified for this one. A
 * remote without a list of imported names must be verified even if nothing is required: only opening its
 * screens shows whether the host has those names.
 * @returns the evidence for the settings' environment, or else for `requires`; undefined if neither is set
 * @throws CommandError if evidence is missing
 */
export async function requireEvidence(
  site: Site,
  { settings, apps }: State,
  { app, build, requires, force }: Required,
): Promise<Evidence | undefined> {
  const host = apps[HOST]?.stable
  if (host && app !== HOST && typeof (build as Release).imports !== 'object')
    await verificationFor(site, settings.name, {
      app,
      build,
      host,
      because: ', and the names it imports are unknown',
    })
  const environments = new Set([settings.requires, requires].filter((name) => name !== undefined))
  if (environments.has(settings.name))
    throw new CommandError(`evidence: ${settings.name} cannot require itself.`)
  let first: Evidence | undefined
  for (const environment of environments) {
    const revision = await revisionThatServed(site, environment, { app, build, force })
    const verified = await verificationFor(site, settings.name, { app, build, host })
    first ??= { environment, revision, verified }
  }
  return first
}

async function revisionThatServed(
  site: Site,
  environment: string,
  { app, build, force }: Required,
): Promise<number> {
  const label = labelOf(app, build)
  const key = keyOfBuild(app, build)
  const mark = (await readCurrent(site, environment)).bad[key]
  if (mark && !force)
    throw new CommandError(
      `evidence: ${environment} rolled back from ${label} in revision ${mark.revision} (${mark.why}): --force serves it anyway.`,
    )
  const served = (await recordsOf(site, environment)).readable.findLast((one) => {
    const state = stateOf(one)
    return keyOf(state, app) === key && filesOf(state.apps[app]!.stable) === filesOf(build)
  })
  if (!served) throw new CommandError(`evidence: ${environment} has never served ${label} to everybody.`)
  return served.revision
}

async function verificationFor(
  site: Site,
  environment: string,
  { app, build, host, because = '' }: Checked & { host: Build | undefined; because?: string },
): Promise<Evidence['verified']> {
  const label = labelOf(app, build)
  const file = fileOf(site, environment, { app, build })
  const verify = `console-delivery verify ${label} --env ${environment}`
  const record = await readRecord(file)
  if (!record)
    throw new CommandError(`evidence: ${label} was not verified for ${environment}${because}: ${verify}`)
  const { files, ...verified } = record
  if (files === undefined)
    throw new CommandError(
      `evidence: ${label} was verified by an earlier version of the command${because}: ${verify}`,
    )
  if (files !== filesOf(build))
    throw new CommandError(`evidence: ${label} was verified with other files${because}: ${verify}`)
  const served = hostIn(host)
  if (app !== HOST && verified.host !== served)
    throw new CommandError(
      `evidence: ${label} was verified with host ${verified.host}, and ${environment} serves ${served} now${because}: ${verify}`,
    )
  return verified
}

/** A release that was deleted or pruned can be published again with the same version and build. */
const filesOf = ({ files }: Build): string => integrityOf(Buffer.from(JSON.stringify(files ?? null)))

const hostIn = (host: HostId | undefined): string => (host ? releaseId(host) : 'none')
