import { readFileSync } from 'node:fs'
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

/** Each is opened by `verify`, which has a deadline for all. */
const MAX_SCREENS = 40

/** Canaries count too: no address may have two owners for any user. */
export function screenProblems(release: Release, { remotes }: Environment): Problem[] {
  const others = Object.entries(remotes).flatMap(([owner, { release: stable, canary }]) =>
    [...stable.screens, ...(canary?.release.screens ?? [])].map(({ path }) => ({ owner, path })),
  )
  const paths = release.screens.map(({ path }) => path)
  if (paths.length > MAX_SCREENS)
    return [
      problem('screens')(
        `${release.name} has ${paths.length} screens, and ${MAX_SCREENS} at most are allowed`,
      ),
    ]
  return routeProblems(release.name, paths, [...hostRoutes, ...others]).map(problem('screens'))
}

/** Strings that occur only in the code of packages of which a page may hold one copy. */
const MARKS: Readonly<Record<string, RegExp>> = {
  // the core package of React has no link in its messages, but defines the internals that others use
  React: /react\.dev\/errors\/|reactjs\.org\/docs\/error-decoder|INTERNALS_DO_NOT_USE_OR_\w+\s*=(?!=)/,
  MUI: /mui\.com\/production-error/,
  emotion: /data-emotion/,
  'the router': /__reactRouterVersion/,
  'the query library': /No QueryClient set/,
  axios: /\[Axios v/,
  'the federation runtime': /__FEDERATION__/,
}

/** A second copy would have its own state, such as another session or theme. */
export function sharedCopyProblems(folder: string, release: Release): Problem[] {
  return Object.keys(release.files)
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => {
      const code = readFileSync(join(folder, path), 'utf8')
      const found = Object.entries(MARKS).filter(([, mark]) => mark.test(code))
      return found.map(([name]) => `${path} holds a copy of ${name}, which the host gives it`)
    })
    .map(problem('shared copy'))
}

/** The global array through which builds of webpack and rspack load their chunks. */
const CHUNK_GLOBAL =
  /\b(?:self|window|globalThis|this)(?:\.(\w+)|\["([^"]+)"\])\s*=\s*(?:self|window|globalThis|this)(?:\.\1|\["\2"\])\s*\|\|\s*\[\]/g

/**
 * A container is refused if two builds of it could collide in one page, or a file run without a check of its
 * hash.
 */
export function containerProblems(folder: string, { container, entry, files }: Release): Problem[] {
  if (container === undefined) return []
  const scripts = Object.keys(files).filter((path) => path.endsWith('.js'))
  const code = scripts.map((path) => readFileSync(join(folder, path), 'utf8'))
  const globals = code.flatMap((text) =>
    [...text.matchAll(CHUNK_GLOBAL)].map(([, name, quoted]) => name ?? quoted!),
  )
  const shared = [...new Set(globals)].filter((name) => !name.endsWith(container))
  const isFoundByOthers = code.some(
    (text) => /data-(?:web|rs)pack/.test(text) && !text.includes(`${container}:`),
  )
  const unchecked = Object.entries(files).filter(
    ([path, { integrity }]) => path !== entry && !code.some((text) => text.includes(integrity)),
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
