import type { Imports, Release, ReleaseFile, ReleaseScreen } from './documents'
import type { Fields } from './fields'

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
/** A path inside the release's own folder: relative, no way up, no query. */
const INSIDE = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[\w@./-]+$/

/**
 * Reads a release record and throws a `DocumentFault` at the first field that is missing or wrong.
 * Fields that this console does not know are left out.
 *
 * @param needsIntegrity false only where the environment may switch integrity off
 */
export function parseRelease(fields: Fields, needsIntegrity = true): Release {
  fields.schema(1)
  const files = parseFiles(fields.object('files'), needsIntegrity)
  const inFiles = (at: Fields, key: string): string => {
    const path = at.text(key)
    if (!Object.hasOwn(files, path)) throw at.fault(key, `names ${path}, which is not in files`)
    return path
  }
  return {
    schema: 1,
    name: fields.text('name'),
    version: fields.text('version'),
    build: fields.text('build'),
    builtAt: fields.text('builtAt'),
    kernel: fields.text('kernel'),
    react: fields.text('react'),
    ...(fields.has('imports') && { imports: parseImports(fields) }),
    entry: inFiles(fields, 'entry'),
    files,
    screens: fields.list('screens', parseScreen),
  }
}

function parseImports(fields: Fields): Imports {
  if (fields.raw('imports') === 'unknown') return 'unknown'
  const modules = fields.object('imports')
  return Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))
}

function parseFiles(fields: Fields, needsIntegrity: boolean): Record<string, ReleaseFile> {
  return Object.fromEntries(
    fields.keys().map((path) => {
      if (!INSIDE.test(path)) throw fields.fault(path, 'is not a path inside the release')
      const file = fields.object(path)
      const bytes = file.number('bytes')
      if (!needsIntegrity) return [path, { bytes, integrity: '' }]
      const integrity = file.text('integrity')
      if (!SHA384.test(integrity)) throw file.fault('integrity', 'is not a sha384 hash')
      return [path, { bytes, integrity }]
    }),
  )
}

function parseScreen(fields: Fields): ReleaseScreen {
  const path = fields.text('path')
  if (!path.startsWith('/')) throw fields.fault('path', 'does not begin with a slash')
  const module = fields.text('module')
  if (!module.startsWith('./')) throw fields.fault('module', 'does not begin with ./')
  const screen: ReleaseScreen = {
    path,
    module,
    title: fields.text('title'),
    preload: fields.texts('preload'),
  }
  if (!fields.has('nav')) return screen
  const nav = fields.object('nav')
  return { ...screen, nav: { label: nav.text('label'), icon: nav.text('icon'), order: nav.number('order') } }
}
