import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Environment,
  hostRoutes,
  type Provided,
  type Release,
  routeProblems,
  type Unmet,
  unmetNeeds,
} from '@console/shared-kernel/remote'
import { problem, type Problem } from '../errors/checkProblem'

export const compatibilityProblems = (release: Release, host: Provided): Problem[] =>
  unmetNeeds(release, host)
    .map(inWords)
    .map((what) => `${release.name} ${release.version} ${what}`)
    .map(problem('compatibility'))

function inWords(unmet: Unmet): string {
  const { part } = unmet
  if ('needs' in unmet) return `needs ${part} ${unmet.needs}, and this host has ${unmet.has}`
  if (unmet.names.length === 0) return `needs ${part}, which this host has not`
  return `needs ${unmet.names.join(', ')} of ${part}, which this host has not`
}

/** Canaries count too: no address may have two owners for any user. */
export function screenProblems(release: Release, { remotes }: Environment): Problem[] {
  const others = Object.entries(remotes).flatMap(([owner, { release: stable, canary }]) =>
    [...stable.screens, ...(canary?.release.screens ?? [])].map(({ path }) => ({ owner, path })),
  )
  const paths = release.screens.map(({ path }) => path)
  return routeProblems(release.name, paths, [...hostRoutes, ...others]).map(problem('screens'))
}

/** Strings that occur only in the code of packages of which a page may hold one copy. */
const MARKS: Readonly<Record<string, RegExp>> = {
  // the core package of React has no link in its messages, but defines the internals that others use
  React:
    /react\.dev\/errors\/|reactjs\.org\/docs\/error-decoder|INTERNALS_DO_NOT_USE_OR_\w{1,99}\s{0,9}=(?!=)/,
  MUI: /mui\.com\/production-error/,
  emotion: /data-emotion/,
  'the router': /__reactRouterVersion/,
  'the query library': /No QueryClient set/,
  axios: /\[Axios v/,
  'the federation runtime': /__FEDERATION__/,
}

/** A second copy would have its own state, such as another session or theme. */
export async function sharedCopyProblems(folder: string, { files }: Release): Promise<Problem[]> {
  const found: string[] = []
  for await (const { path, code } of scriptsIn(folder, files))
    for (const [name, mark] of Object.entries(MARKS))
      if (mark.test(code)) found.push(`${path} holds a copy of ${name}, which the host gives it`)
  return found.map(problem('shared copy'))
}

/** One after the other: other requests are answered meanwhile. */
async function* scriptsIn(folder: string, files: Release['files']) {
  for (const path of Object.keys(files))
    if (path.endsWith('.js')) yield { path, code: await readFile(join(folder, path), 'utf8') }
}

/** The global array through which builds of webpack and rspack load their chunks. */
const CHUNK_GLOBAL =
  /\b(?:self|window|globalThis|this)(?:\.(\w+)|\["([^"]+)"\])\s*=\s*(?:self|window|globalThis|this)(?:\.\1|\["\2"\])\s*\|\|\s*\[\]/g

const HASH = /sha384-[\w+/]{64}/g

/**
 * A container is refused if two builds of it could collide in one page, or a file run without a check of its
 * hash.
 */
export async function containerProblems(
  folder: string,
  { container, entry, files }: Release,
): Promise<Problem[]> {
  if (container === undefined) return []
  const globals = new Set<string>()
  const hashes = new Set<string>()
  let isFoundByOthers = false
  for await (const { code } of scriptsIn(folder, files)) {
    for (const [, name, quoted] of code.matchAll(CHUNK_GLOBAL)) globals.add(name ?? quoted!)
    for (const [hash] of code.matchAll(HASH)) hashes.add(hash)
    isFoundByOthers ||= /data-(?:web|rs)pack/.test(code) && !code.includes(`${container}:`)
  }
  const shared = [...globals].filter((name) => !name.endsWith(container))
  const unchecked = Object.entries(files).filter(
    ([path, { integrity }]) => path !== entry && !hashes.has(integrity),
  )
  return [
    ...shared.map((name) => `its chunks meet under ${name}: set output.uniqueName to ${container}`),
    ...(isFoundByOthers && shared.length === 0
      ? [`its scripts are not marked with ${container}: set output.uniqueName to it`]
      : []),
    ...unchecked.map(
      ([path]) =>
        `${path} is loaded without its hash: build it with a plugin for subresource integrity, sha384`,
    ),
  ].map(problem('container'))
}
