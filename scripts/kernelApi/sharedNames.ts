import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { paths } from '../lib/paths'

const ENTRY = /(?:import|export) \{([^}]*)\} from '@console\/shared-kernel\/([\w-]+)'/g

/**
 * The names that a release shares, by entry.
 * @param release the folder of its sources
 * @returns the names of each entry that must stay: those that the release's own remotes import, and all of the SDK,
 * which remotes in other repositories import
 */
export async function sharedNames(release: string): Promise<Record<string, readonly string[] | 'all'>> {
  const facts = pathToFileURL(join(release, 'packages/remote-preset/src/kernelFacts.ts')).href
  const { SHARED_ENTRIES } = (await import(facts)) as { SHARED_ENTRIES: readonly string[] }
  const names = new Map(SHARED_ENTRIES.map((entry) => [entry, new Set<string>()]))
  const folders = readdirSync(release).filter((name) => name.startsWith('remote-'))
  for (const folder of folders.map((name) => join(release, name, 'src')))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      for (const [, list, entry] of readFileSync(join(folder, file), 'utf8').matchAll(ENTRY))
        for (const name of list!.matchAll(/(?:^|,)\s*(?!type )(\w+)/g)) names.get(entry!)?.add(name[1]!)
    }
  return Object.fromEntries([...names].map(([entry, taken]) => [entry, entry === 'sdk' ? 'all' : [...taken]]))
}

/** Types that list the parameters of a function, their properties and the properties of those. */
const TYPES = `
type Keys<T> = T extends object
  ? T extends (...args: never) => unknown ? never : T extends readonly (infer E)[] ? Keys<E> : keyof T
  : never
type Parts<T> = T extends object
  ? T extends ((...args: never) => unknown) | readonly unknown[] ? never : T[keyof T]
  : never
type Takes<F> = F extends (...args: infer A) => unknown
  ? A['length'] | Keys<A[number]> | Keys<Parts<A[number]>>
  : never
type Changed<Was, Now> = {
  [N in keyof Was & keyof Now & string]: Now[N] extends Was[N] ? (Takes<Was[N]> extends Takes<Now[N]> ? never : N) : N
}[keyof Was & keyof Now & string]
type None<Names extends never> = Names
`

const COMPILER = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--noErrorTruncation', '--pretty', 'false'],
  ...['--jsx', 'react-jsx', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--types', 'node'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler'],
]

/**
 * What a remote that was compiled against the older declarations of shared entries can no longer use: names that were
 * removed, have other parameters, or return something else.
 * @param was folder of the older declarations, with the same paths as the sources
 * @param now folder of today's declarations, inside this repository; a file is written into it
 * @param shared the result of {@link sharedNames}
 * @returns human-readable lines, each with an entry and its names
 */
export function changedNames(
  was: string,
  now: string,
  shared: Record<string, readonly string[] | 'all'>,
): string[] {
  const lines: string[] = TYPES.split('\n')
  const checks: Record<number, string> = {}
  const check = (what: string, type: string) => {
    // without the full stop, the message would show the name of the type instead of the names in it
    checks[lines.push(`export type Check${lines.length} = None<\`\${${type}}.\`>`)] = what
  }
  const removed: string[] = []
  for (const [at, [entry, kept]] of Object.entries(shared).entries()) {
    const [older, newer] = [was, now].map((folder) => join(folder, 'src/entries', entry))
    if (!existsSync(`${newer}.d.ts`)) {
      if (kept.length > 0) removed.push(`/${entry} is gone`)
      continue
    }
    lines.push(`import type * as was${at} from '${older}'`, `import type * as now${at} from '${newer}'`)
    const names = kept === 'all' ? 'string' : kept.map((name) => `'${name}'`).join(' | ') || 'never'
    check(`/${entry} has no more`, `Exclude<keyof typeof was${at} & (${names}), keyof typeof now${at}>`)
    check(`/${entry} has changed`, `Changed<typeof was${at}, typeof now${at}>`)
  }
  const file = join(now, 'sharedNames.ts')
  writeFileSync(file, lines.join('\n'))
  const { stdout, status, signal, error } = spawnSync(process.execPath, [paths.tsc, ...COMPILER, file], {
    encoding: 'utf8',
  })
  const errors = (error ? '' : stdout).match(/^.*error TS.*$/gm) ?? []
  if (error || signal || (status !== 0 && errors.length === 0))
    throw new Error(
      `The shared entries cannot be compared: tsc ended with ${error?.message ?? signal ?? status}`,
    )
  return [
    ...removed,
    ...errors.map((error) => {
      const [, line, names] = /\((\d+),\d+\): error TS2344: Type '(.*)' does not satisfy/.exec(error) ?? []
      if (!names) throw new Error(`The shared entries cannot be compared: ${error}`)
      return `${checks[Number(line)]}: ${names.match(/\w+/g)!.sort().join(', ')}`
    }),
  ]
}
