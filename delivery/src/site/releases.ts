import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  globalNameOf,
  DocumentFault,
  type Environment,
  Fields,
  parseRelease,
  type Release,
} from '@console/shared-kernel/remote'
import { CommandError } from '../errors'
import { problem, type Problem } from '../problem'
import { fileProblems } from './fileProblems'
import { copyFolder, precompress, readJson } from './files'
import { hostBuildOf, parseHost, type HostRecord } from './hostRecord'
import { HOST, releaseFolder, releaseId, type Site } from './siteLayout'
import type { Build, Part } from './environmentRevision'
import { isRange, isVersion, NO_RANGE, NO_VERSION } from './versions'

export type ReleaseRecord = Release | HostRecord

export const isHost = (record: ReleaseRecord): record is HostRecord => record.name === HOST

/**
 * Puts a built folder into the site under its version and build. It is there as a whole or not at all, and
 * what is there is never written over.
 * @returns the release, and whether it was there already
 * @throws CommandError where the folder holds no release, or another one of the same version and build is there
 */
export function publish(site: Site, dist: string): { record: ReleaseRecord; before: boolean } {
  if (!existsSync(dist)) throw new CommandError(`${dist} is not a folder.`)
  const record = readRecord(dist)
  refuseWords(record)
  // a build that was cut off, or changed by hand, is not what its record says
  const problems = [
    ...fileProblems(dist, record.files),
    ...(isHost(record) ? [] : takenProblems(site, record)),
  ]
  if (problems.length > 0) throw new CommandError(...problems.map(({ check, what }) => `${check}: ${what}`))
  const folder = releaseFolder(site, record.name, releaseId(record))
  if (existsSync(folder)) {
    const there = readRecord(folder)
    if (isSame(there.files, record.files)) {
      if (!isSame(promisesOf(there), promisesOf(record)))
        throw new CommandError(
          `${record.name}@${releaseId(record)} is published already, with another ${isHost(record) ? 'host.json' : 'release.json'}: a release never changes. Build it again.`,
        )
      const corrupt = fileProblems(folder, record.files).map(({ check, what }) => `${check}: ${what}`)
      if (corrupt.length > 0) throw new CommandError(...corrupt, `Delete ${folder}, then publish it again.`)
      return { record, before: true }
    }
    throw new CommandError(
      `${record.name}@${releaseId(record)} is published already, with other files: a release never changes. Raise its version.`,
    )
  }
  const unfinished = join(site.root, record.name, `.${releaseId(record)}.${process.pid}`)
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    copyFolder(dist, unfinished)
    precompress(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    // it would keep a full disk full
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  return { record, before: false }
}

/** A page may hold both: the second one would get the first one's container. */
export function takenProblems(site: Site, release: Release): Problem[] {
  const { container, name } = release
  if (container === undefined) return []
  return remotesIn(site)
    .filter((other) => other.name !== name || releaseId(other) !== releaseId(release))
    .filter((other) => globalNameOf(other) === container)
    .map(
      (other) =>
        `${container} is the global name of ${other.name}@${releaseId(other)}: give each build its own`,
    )
    .map(problem('container'))
}

/** All that are published; a damaged record names nothing. */
const remotesIn = (site: Site): Release[] =>
  publishedNames(site).flatMap((name) =>
    releasesOf(site, name).flatMap((id) => {
      try {
        const record = readRecord(releaseFolder(site, name, id))
        return isHost(record) ? [] : [record]
      } catch (error) {
        if (error instanceof CommandError) return []
        throw error
      }
    }),
  )

/** As documents name it. */
export const buildOf = (record: ReleaseRecord): { part: Part; build: Build } =>
  isHost(record) ? { part: HOST, build: hostBuildOf(record) } : { part: record.name, build: record }

const NAME = /^[a-z][a-z0-9-]*$/
/** No slash, no dot in front: it becomes part of a folder's name. */
const BUILD = /^\w[\w.+-]*$/

/** @throws CommandError where a record's words would make a folder outside its place, or mean nothing */
function refuseWords(record: ReleaseRecord): void {
  const { name, version, build } = record
  const isTaken = name === 'environments' || name in {}
  if (!NAME.test(name) || isTaken)
    throw new CommandError(
      `'${name}' cannot be a remote's name: small letters, digits and dashes, none of ours.`,
    )
  if (!isVersion(version)) throw new CommandError(`version: ${NO_VERSION(version)}`)
  if (!BUILD.test(build)) throw new CommandError(`'${build}' cannot be part of a release's folder.`)
  if (isHost(record)) return
  for (const part of ['kernel', 'react'] as const)
    if (!isRange(record[part])) throw new CommandError(`${part}: ${NO_RANGE(record[part])}`)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** All but the time of the commit, which another commit with the same build has too. */
const promisesOf = ({ builtAt: _builtAt, ...promises }: ReleaseRecord) => promises

/** @throws CommandError where the folder holds neither a `release.json` nor a `host.json` that can be used */
export function readRecord(folder: string): ReleaseRecord {
  const [remote, host] = ['release.json', 'host.json'].map((name) => join(folder, name))
  try {
    if (existsSync(host!)) return parseHost(new Fields('host.json', '', readJson(host!)))
    const release = parseRelease(new Fields('release.json', '', readJson(remote!)))
    if (release.name === HOST) throw new CommandError(`${remote}: no remote can be named '${HOST}'.`)
    return release
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof DocumentFault || error instanceof SyntaxError) {
      throw new CommandError(`${folder}: ${error.message}`)
    }
    throw new CommandError(`${folder} has neither release.json nor host.json. Is it built?`)
  }
}

/** Folders of every release that a document names, the host's among them, below the site: `users/1.4.0-3f9c2a1b`. */
export const releasesIn = ({ host, remotes }: Environment): string[] => [
  ...[host, host?.previous, host?.canary].flatMap((one) => (one ? [`${HOST}/${releaseId(one)}`] : [])),
  ...Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.previous, remote.canary].flatMap((one) =>
      one ? [`${name}/${releaseId(one.release)}`] : [],
    ),
  ),
]

/** Names of what has been published: the host and the remotes. */
export const publishedNames = (site: Site): string[] =>
  existsSync(site.root)
    ? readdirSync(site.root).filter(
        (name) => name !== 'environments' && NAME.test(name) && releasesOf(site, name).length > 0,
      )
    : []

/** Ids of the releases of a name, the one published last at the end. */
export function releasesOf(site: Site, name: string): string[] {
  const folder = join(site.root, name)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  return readdirSync(folder)
    .filter((id) => !id.startsWith('.') && statSync(join(folder, id)).isDirectory())
    .sort((a, b) => statSync(join(folder, a)).mtimeMs - statSync(join(folder, b)).mtimeMs)
}

/** What a `publish` left that was ended before it was done. */
export const unfinishedOf = (site: Site, name: string): string[] =>
  readdirSync(join(site.root, name)).filter((id) => id.startsWith('.'))

/**
 * A release by `users@1.4.0` or `users@1.4.0-3f9c2a1b`.
 * @throws CommandError where there is none, or several builds have the version
 */
export function findRelease(site: Site, reference: string): { folder: string; record: ReleaseRecord } {
  const [, name, wanted] = /^([a-z][a-z0-9-]*)@([\w.+-]+)$/.exec(reference) ?? []
  if (name === undefined || wanted === undefined) {
    throw new CommandError(`'${reference}' is not a release: use name@version or name@version-build.`)
  }
  const ids = releasesOf(site, name)
  const found = ids.includes(wanted)
    ? [wanted]
    : ids.filter((id) => id.slice(0, id.lastIndexOf('-')) === wanted)
  if (found.length === 0) {
    throw new CommandError(
      ids.length > 0
        ? `${reference} is not published. Of ${name} there are: ${ids.join(', ')}.`
        : `${reference} is not published, and no other release of ${name}: publish its folder first.`,
    )
  }
  if (found.length > 1) throw new CommandError(`${reference} matches several builds: ${found.join(', ')}.`)
  const folder = releaseFolder(site, name, found[0]!)
  return { folder, record: readRecord(folder) }
}
