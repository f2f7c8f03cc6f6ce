import type { Fields } from './documentFields'

/** `release.json`: written by a remote's build into its folder. */
export interface Release {
  schema: 1
  name: string
  version: string
  /** Unique; part of the container's global name. */
  build: string
  /** ISO 8601 instant. */
  builtAt: string
  /** Ranges of the kernel and of React that this build runs with. */
  kernel: string
  react: string
  /** Absent in older records, which means `unknown`. */
  imports?: Imports
  /** File name of the container, relative to the release's folder. */
  entry: string
  /** Global name of the container if another bundler chose it, unique to the build. */
  container?: string
  /** Scripts and style sheets by path inside the folder. */
  files: Record<string, ReleaseFile>
  screens: ReleaseScreen[]
  /** Absent in older records, which means none. */
  panels?: ReleasePanel[]
}

/** The names imported from each shared module; `unknown` if the build could not tell. */
export type Imports = Record<string, string[]> | 'unknown'

/** A module imported as a whole, so the names in use are unknown. */
export const ALL_NAMES = '*'

export interface ReleaseFile {
  bytes: number
  /** Subresource integrity: `sha384-...`. */
  integrity: string
}

export interface ReleaseScreen {
  /** Absolute route in the console. */
  path: string
  /** Module of the container whose default export is the screen, e.g. `./ManagedUsers`. */
  module: string
  title: string
  /** Entry in the side navigation and the find box; a screen without one is reached only by its address. */
  nav?: ReleaseNav
  /** Files for the first paint, in addition to the entry. */
  preload: string[]
}

export interface ReleaseNav {
  label: string
  /** The SVG path data (`d`) in a 24 × 24 square. */
  icon: string
  order: number
  /** The levels that see the entry; absent for all. The address opens the screen for every level. */
  levels?: number[]
  /** The entry is shown if the server's `features` name it; absent: on any server. */
  feature?: string
  /** Other words for the screen, by which the find box finds it. */
  words?: string
  /** The kind of rows that the screen lists, and finds by `search` in its address. */
  lists?: OpenKind
  /**
   * The actions that the screen opens through `do=` in its address, and that the find box offers: 'create'
   * and 'export'.
   */
  actions?: string[]
  /** The name under which users save views of the screen. */
  views?: string
  /** The screen is a report, which has rows if its address has `run=1`. */
  report?: boolean
}

/** The kinds that can have a panel with an address: `open=<kind>:<id>`. */
export const OPEN_KINDS = ['machine', 'user'] as const
export type OpenKind = (typeof OPEN_KINDS)[number]

/** Shows one machine or user next to any screen, and the dialogs about it. */
export interface ReleasePanel extends Pick<ReleaseScreen, 'module' | 'title' | 'preload'> {
  kind: OpenKind
}

/** The screens of a release, and its panels as screens whose path is their part of the address: `?open=machine`. */
export const screensAndPanels = ({ screens, panels = [] }: Release): ReleaseScreen[] => [
  ...screens,
  ...panels.map(({ kind, ...panel }) => ({ ...panel, path: panelPath(kind) })),
]

export const panelPath = (kind: OpenKind): string => `?open=${kind}`

/** The prefix of the global names of all builds of this remote. */
export const globalPrefix = (name: string): string => `${name.replace(/\W/g, '_')}_`

/** The name that the build preset gives the container. */
export const containerName = (release: Pick<Release, 'name' | 'build'>): string =>
  `${globalPrefix(release.name)}${release.build}`

/** The global variable of the release's container. */
export const globalNameOf = (release: Pick<Release, 'name' | 'build' | 'container'>): string =>
  release.container ?? containerName(release)

/** A second slash, or a backslash that browsers read as one, would name another origin. */
const ROUTE = /^\/(?![/\\])[^\s\\?#%]*$/

/**
 * Reads a record; unknown fields are dropped.
 * @param needsIntegrity false only if the environment may switch integrity off
 * @throws DocumentFault at the first missing or wrong field
 */
export function parseRelease(fields: Fields, needsIntegrity = true): Release {
  fields.schema(1)
  const files = parseRecordFiles(fields.object('files'), needsIntegrity)
  return {
    schema: 1,
    name: fields.text('name'),
    version: fields.text('version'),
    build: fields.text('build'),
    builtAt: fields.text('builtAt'),
    kernel: fields.text('kernel'),
    react: fields.text('react'),
    ...(fields.has('imports') && { imports: parseImports(fields) }),
    entry: recordPath(fields, 'entry', files),
    ...(fields.has('container') && { container: parseContainer(fields) }),
    files,
    screens: fields.list('screens', (screen) => parseScreen(screen, files)),
    ...(fields.has('panels') && { panels: parsePanels(fields, files) }),
  }
}

/** The console sets this global when it loads a release: no other script may use it. */
function parseContainer(fields: Fields): string {
  const container = fields.text('container')
  const prefix = globalPrefix(fields.text('name'))
  if (!container.startsWith(prefix) || !/^\w+$/.test(container) || container === prefix)
    throw fields.fault('container', `is not ${prefix} followed by something unique to the build`)
  return container
}

function parseImports(fields: Fields): Imports {
  if (fields.raw('imports') === 'unknown') return 'unknown'
  const modules = fields.object('imports')
  return Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))
}

function parseScreen(fields: Fields, files: RecordFiles): ReleaseScreen {
  const path = fields.text('path')
  if (!ROUTE.test(path)) throw fields.fault('path', 'is not a path of the console')
  const screen: ReleaseScreen = { path, ...parseModule(fields, files) }
  return fields.has('nav') ? { ...screen, nav: parseNav(fields.object('nav')) } : screen
}

function parseModule(fields: Fields, files: RecordFiles) {
  const module = fields.text('module')
  if (!module.startsWith('./')) throw fields.fault('module', 'does not begin with ./')
  return { module, title: fields.text('title'), preload: recordPaths(fields, 'preload', files) }
}

/** Ignores unknown kinds, because the record may come from a newer console. */
function parsePanels(fields: Fields, files: RecordFiles): ReleasePanel[] {
  const panels: ReleasePanel[] = []
  fields.list('panels', (panel) => {
    const name = panel.text('kind')
    const parsed = parseModule(panel, files)
    const kind = OPEN_KINDS.find((known) => known === name)
    if (kind === undefined) return
    if (panels.some((other) => other.kind === kind))
      throw panel.fault('kind', `is ${kind}, which another panel already has`)
    panels.push({ kind, ...parsed })
  })
  return panels
}

const parseNav = (fields: Fields): ReleaseNav => ({
  label: fields.text('label'),
  icon: fields.text('icon'),
  order: fields.number('order'),
  ...(fields.has('levels') && { levels: parseLevels(fields) }),
  ...(fields.has('feature') && { feature: fields.text('feature') }),
  ...(fields.has('words') && { words: fields.text('words') }),
  ...parseLists(fields),
  ...(fields.has('actions') && { actions: fields.texts('actions') }),
  ...(fields.has('views') && { views: fields.text('views') }),
  ...(fields.flag('report') && { report: true }),
})

/** Ignores an unknown kind, because the record may come from a newer console. */
function parseLists(fields: Fields): Pick<ReleaseNav, 'lists'> {
  const name = fields.has('lists') ? fields.text('lists') : undefined
  const lists = OPEN_KINDS.find((known) => known === name)
  return lists === undefined ? {} : { lists }
}

/** Unknown levels are allowed: the record may come from a newer console. */
function parseLevels(fields: Fields): number[] {
  const levels = fields.raw('levels')
  if (Array.isArray(levels) && levels.every((level) => Number.isInteger(level))) return levels as number[]
  throw fields.fault('levels', 'is not a list of whole numbers')
}

export type RecordFiles = Record<string, ReleaseFile>

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
const OUTSIDE = 'is not a path inside the release'
const FOLDER = 'file:///folder/'

/**
 * Whether a path, appended to the address of a folder, names something below it: a URL parser must leave it
 * unchanged. Percent signs are not allowed, because a server may decode them.
 */
export const isInside = (path: string): boolean =>
  path !== '' &&
  !/[%\\:;?#]|\/\/|\/$/.test(path) &&
  URL.canParse(path, FOLDER) &&
  new URL(path, FOLDER).href === FOLDER + path

/** @param needsIntegrity false only if the environment may switch integrity off */
export function parseRecordFiles(fields: Fields, needsIntegrity = true): RecordFiles {
  return Object.fromEntries(
    fields.keys().map((path) => {
      if (!isInside(path)) throw fields.fault(path, OUTSIDE)
      const file = fields.object(path)
      const bytes = file.number('bytes')
      if (!needsIntegrity) return [path, { bytes, integrity: '' }]
      return [path, { bytes, integrity: parseIntegrity(file) }]
    }),
  )
}

export function parseIntegrity(file: Fields): string {
  const integrity = file.text('integrity')
  if (!SHA384.test(integrity)) throw file.fault('integrity', 'is not a sha384 hash')
  return integrity
}

const recordPath = (fields: Fields, key: string, files: RecordFiles): string =>
  checked(fields, key, fields.text(key), files)

/** @throws DocumentFault if the list is missing or invalid, or a path is not in `files` */
export const recordPaths = (fields: Fields, key: string, files: RecordFiles): string[] =>
  fields.texts(key).map((path, index) => checked(fields, `${key}[${index}]`, path, files))

function checked(fields: Fields, at: string, path: string, files: RecordFiles): string {
  if (!isInside(path)) throw fields.fault(at, OUTSIDE)
  if (!Object.hasOwn(files, path)) throw fields.fault(at, `names ${path}, which is not in files`)
  return path
}
