import { globalPrefix, type Imports, type Release, type ReleaseScreen } from './documents'
import type { Fields } from './documentFields'
import { recordPath, recordPaths, parseRecordFiles, type RecordFiles } from './parseRecordFiles'

/** A second slash, or a backslash that browsers read as one, would name another origin. */
const ROUTE = /^\/(?![/\\])[^\s\\?#%]*$/

/**
 * Reads a record; unknown fields are left out.
 * @param needsIntegrity false only where the environment may switch integrity off
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
  }
}

/** The console sets this global where it loads a release: no other script may use it. */
function parseContainer(fields: Fields): string {
  const container = fields.text('container')
  const prefix = globalPrefix(fields.text('name'))
  if (!container.startsWith(prefix) || !/^\w+$/.test(container) || container === prefix)
    throw fields.fault('container', `is not ${prefix} and something unique to the build`)
  return container
}

function parseImports(fields: Fields): Imports {
  if (fields.raw('imports') === 'unknown') return 'unknown'
  const modules = fields.object('imports')
  return Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))
}

function parseScreen(fields: Fields, files: RecordFiles): ReleaseScreen {
  const path = fields.text('path')
  if (!path.startsWith('/')) throw fields.fault('path', 'does not begin with a slash')
  if (!ROUTE.test(path)) throw fields.fault('path', 'is not a path of the console')
  const module = fields.text('module')
  if (!module.startsWith('./')) throw fields.fault('module', 'does not begin with ./')
  const screen: ReleaseScreen = {
    path,
    module,
    title: fields.text('title'),
    preload: recordPaths(fields, 'preload', files),
  }
  return fields.has('nav') ? { ...screen, nav: parseNav(fields.object('nav')) } : screen
}

const parseNav = (fields: Fields): NonNullable<ReleaseScreen['nav']> => ({
  label: fields.text('label'),
  icon: fields.text('icon'),
  order: fields.number('order'),
  ...(fields.has('levels') && { levels: parseLevels(fields) }),
})

/** Unknown levels are allowed: the record may come from a newer console. */
function parseLevels(fields: Fields): number[] {
  const levels = fields.raw('levels')
  if (Array.isArray(levels) && levels.every((level) => Number.isInteger(level))) return levels as number[]
  throw fields.fault('levels', 'is not a list of whole numbers')
}
