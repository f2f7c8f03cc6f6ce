import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { unmetNeeds, type Provided } from '@console/shared-kernel/remote/compatibility'
import type { Environment, Release, ReleaseFile } from '@console/shared-kernel/remote/documents'
import { filesBelow, integrityOf } from '../site/files'
import type { Problem } from './problem'

const problem =
  (check: Problem['check']) =>
  (what: string): Problem => ({ check, what })

/** Each file that the record names is there as it was built, and no code is there that it does not name. */
export function fileProblems(folder: string, files: Record<string, ReleaseFile>): Problem[] {
  const code = filesBelow(folder).filter((path) => /\.(?:js|css)$/.test(path))
  const unnamed = code.filter((path) => !Object.hasOwn(files, path)).map((path) => `${path} is in no record`)
  const wrong = Object.entries(files).flatMap(([path, { bytes, integrity }]) => {
    const file = join(folder, path)
    if (!existsSync(file)) return [`${path} is missing`]
    const content = readFileSync(file)
    if (content.length !== bytes) return [`${path} has ${content.length} bytes instead of ${bytes}`]
    return integrityOf(content) === integrity ? [] : [`${path} is altered: its hash is another one`]
  })
  return [...wrong, ...unnamed].map(problem('files'))
}

export const compatibilityProblems = (release: Release, host: Provided): Problem[] =>
  unmetNeeds(release, host)
    .map(({ part, needs, has }) => `it needs ${part} ${needs}, and the host of this environment has ${has}`)
    .map(problem('compatibility'))

/** Two remotes cannot answer for one address. */
export function screenProblems(release: Release, environment: Environment): Problem[] {
  const others = Object.entries(environment.remotes).filter(([name]) => name !== release.name)
  return release.screens
    .flatMap(({ path }) =>
      others
        .filter(([, remote]) => remote.release.screens.some((screen) => screen.path === path))
        .map(([name]) => `${path} is a screen of ${name} already`),
    )
    .map(problem('screens'))
}

/** The most bytes of gzip that a release may have: its entry, what its dearest screen loads first, all of it. */
export interface Budget {
  entry: number
  firstScreen: number
  all: number
}

export function budgetProblems(folder: string, release: Release, budget: Budget): Problem[] {
  const size = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0)
  const screens = release.screens.map(({ preload }) => size([release.entry, ...preload]))
  const measured: Budget = {
    entry: size([release.entry]),
    firstScreen: Math.max(...screens, 0),
    all: size(Object.keys(release.files)),
  }
  return (Object.keys(measured) as (keyof Budget)[])
    .filter((part) => measured[part] > budget[part])
    .map((part) => `${part} has ${measured[part]} bytes of gzip, and its budget is ${budget[part]}`)
    .map(problem('budget'))
}

/** Words that stand in the code of a package which pages hold one copy of, and in no other code. */
const MARKS: Readonly<Record<string, RegExp>> = {
  React: /react\.dev\/errors\/|reactjs\.org\/docs\/error-decoder/,
  MUI: /mui\.com\/production-error/,
  emotion: /data-emotion/,
  'the query library': /No QueryClient set/,
  axios: /AxiosError/,
  'the federation runtime': /__FEDERATION__/,
}

/** A second copy would have a state of its own: another session, another theme. */
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
