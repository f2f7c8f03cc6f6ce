import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { builtAt, buildIdOf } from '@console/shared-kernel/build'
import {
  DocumentFault,
  Fields,
  globalPrefix,
  OPEN_KINDS,
  parseRelease,
  type Release,
} from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { isAccessible, filesBelow, integrityOf, statsOf, writeAtomically } from './files'
import { isIcon, isRange, isVersion, NOT_AN_ICON, notARange, notAVersion } from './releaseRecords'

const text = z.string().min(1)
const versionText = text.refine(isVersion, { error: ({ input }) => notAVersion(String(input)) })
const range = text.refine(isRange, { error: ({ input }) => notARange(String(input)) })
const SCREEN = z.strictObject({
  path: text,
  module: text,
  title: text,
  nav: z
    .strictObject({
      label: text,
      icon: text.refine(isIcon, NOT_AN_ICON),
      order: z.number(),
      levels: z.array(z.int()).optional(),
      feature: text.optional(),
      words: text.optional(),
      lists: z.enum(OPEN_KINDS).optional(),
      actions: z.array(text).optional(),
      views: text.optional(),
      report: z.boolean().optional(),
    })
    .optional(),
  preload: z.array(text).default([]),
})
const PANEL = z.strictObject({
  kind: z.enum(OPEN_KINDS),
  module: text,
  title: text,
  preload: z.array(text).default([]),
})
/** The file in which a team describes its remote if the build writes no record. */
const REMOTE = z.strictObject({
  name: text,
  version: versionText,
  kernel: range,
  react: range,
  screens: z.array(SCREEN).min(1),
  panels: z.array(PANEL).optional(),
})
const IMPORTS = z.record(text, z.array(text))

interface Recording {
  /** The team's description of its remote. */
  remoteFile: string
  /** The names imported from each shared module; without it they are unknown. */
  importsFile: string | undefined
  /** Throws if the build must not be released; nothing is written then. */
  check: (release: Release) => Promise<void>
}

/**
 * Writes `release.json` into a folder that another bundler has built.
 * @throws CommandError
 */
export async function recordRelease(
  dist: string,
  { remoteFile, importsFile, check }: Recording,
): Promise<Release> {
  const { screens, panels, ...remote } = await read(REMOTE, remoteFile)
  const imports = importsFile === undefined ? 'unknown' : await read(IMPORTS, importsFile)
  if (!(await statsOf(dist))?.isDirectory()) throw new CommandError(`${dist} is not a folder. Is it built?`)
  const emitted = (await filesBelow(dist)).filter((path) => path !== RECORD && !/\.(?:gz|br)$/.test(path))
  const contents: Record<string, Buffer> = {}
  for (const path of emitted) contents[path] = await readFile(join(dist, path))
  const entry = entryOf(emitted)
  const container = containerIn(entry, contents[entry]!.toString(), remote.name)
  const named = { ...remote, imports, container, screens, ...(panels && { panels }) }
  const code = emitted.filter((path) => /\.(?:js|css)$/.test(path))
  const release: Release = parsed(remoteFile, {
    schema: 1,
    ...named,
    build: buildIdOf(contents, named),
    builtAt: builtAt(dirname(remoteFile)),
    entry,
    files: Object.fromEntries(
      code.map((path) => [path, { bytes: contents[path]!.length, integrity: integrityOf(contents[path]!) }]),
    ),
  })
  await check(release)
  await writeAtomically(join(dist, RECORD), JSON.stringify(release, null, 2))
  return release
}

const RECORD = 'release.json'

async function read<T>(schema: z.ZodType<T>, file: string): Promise<T> {
  if (!(await isAccessible(file)))
    throw new CommandError(`${file} is missing: docs/operate.md of the console shows its content.`)
  const result = schema.safeParse(await jsonOf(file))
  if (result.success) return result.data
  throw new CommandError(`${file}: ${z.prettifyError(result.error)}`)
}

/** A mistake in a hand-written file is reported as a mistake, not as damage. */
async function jsonOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`)
  }
}

/** @throws CommandError for a record that consoles would reject */
function parsed(file: string, record: object): Release {
  try {
    return parseRelease(new Fields(file, '', record))
  } catch (error) {
    if (error instanceof DocumentFault) throw new CommandError(error.message)
    throw error
  }
}

function entryOf(files: readonly string[]): string {
  const entries = files.filter((path) => /^remoteEntry\b.*\.js$/.test(path))
  if (entries.length === 1) return entries[0]!
  throw new CommandError(
    entries.length === 0
      ? 'container: there is no remoteEntry*.js: call the file so in the plugin (filename).'
      : `container: ${entries.join(' and ')}: which one is this build's? Empty the folder before a build.`,
  )
}

/** The global that an entry declares: with `var`, the default of webpack and rspack, or on the window. */
function containerIn(path: string, code: string, name: string): string {
  const prefix = globalPrefix(name)
  const own = `${prefix}\\w+`
  const found = [
    ...code.matchAll(new RegExp(`^var (${own})\\s*[;=]`, 'gm')),
    ...code.matchAll(
      new RegExp(`\\b(?:window|self|globalThis|this)(?:\\.(${own})|\\[["'](${own})["']\\])\\s*=(?!=)`, 'g'),
    ),
  ]
  const containers = [...new Set(found.map(([, declared, member, quoted]) => declared ?? member ?? quoted!))]
  if (containers.length === 1) return containers[0]!
  throw new CommandError(
    `container: ${path} makes ${containers.length === 0 ? 'no global name' : containers.join(' and ')}: it must make one that is ${prefix} followed by something unique to the build, such as its commit (the plugin's name, library.type 'var').`,
  )
}
