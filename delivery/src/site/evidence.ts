import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../errors'
import { readJson, writeWhole } from './files'
import { readCurrent, revisionsOf } from './history'
import { environmentPaths, HOST, releaseId, type Site } from './layout'
import { labelOf, stateOf, keyOf, type Build, type Evidence, type Part } from './revision'

type Verified = Evidence['verified']

const fileOf = (site: Site, environment: string, part: Part, build: Build): string =>
  join(environmentPaths(site, environment).verified, part, `${releaseId(build)}.json`)

/** A release was verified for an environment, its screens opened in the host that is served there. */
export function recordVerification(
  site: Site,
  environment: string,
  { part, build, who }: { part: Part; build: Build; who: string },
): void {
  const host = hostServed(site, environment)
  const verified: Verified = { at: new Date().toISOString(), who, host }
  writeWhole(fileOf(site, environment, part, build), `${JSON.stringify(verified, null, 2)}\n`)
}

/**
 * That another environment has served a release to everybody, and that it was verified for this one.
 * @throws CommandError where one of them is missing
 */
export function requireEvidence(
  site: Site,
  environment: string,
  { part, build, requires }: { part: Part; build: Build; requires: string },
): Evidence {
  const label = labelOf(part, build)
  const key = `${part}/${releaseId(build)}`
  const served = revisionsOf(site, requires).findLast((revision) => keyOf(stateOf(revision), part) === key)
  if (!served) throw new CommandError(`evidence: ${requires} has never served ${label} to everybody.`)
  const file = fileOf(site, environment, part, build)
  const verify = `console-delivery verify ${label} --env ${environment}`
  if (!existsSync(file))
    throw new CommandError(`evidence: ${label} was not verified for ${environment}: ${verify}`)
  const verified = readJson(file) as Verified
  const host = hostServed(site, environment)
  if (part !== HOST && verified.host !== host)
    throw new CommandError(
      `evidence: ${label} was verified with host ${verified.host}, and ${environment} serves ${host} now: ${verify}`,
    )
  return { environment: requires, revision: served.revision, verified }
}

const hostServed = (site: Site, environment: string): string => {
  const { host } = readCurrent(site, environment).revision.document
  return host ? releaseId(host) : 'none'
}
