import type { ReleaseFile } from './documents'
import type { Fields } from './documentFields'

export type RecordFiles = Record<string, ReleaseFile>

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
const OUTSIDE = 'is not a path inside the release'
const FOLDER = 'file:///folder/'

/**
 * Whether a path, appended to the address of a folder, names something below it: a URL parser must leave it as it
 * is. No percent sign, which a server may decode.
 */
export const isInside = (path: string): boolean =>
  path !== '' &&
  !/[%\\:;?#]|\/\/|\/$/.test(path) &&
  URL.canParse(path, FOLDER) &&
  new URL(path, FOLDER).href === FOLDER + path

/** @param needsIntegrity false only where the environment may switch integrity off */
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

export const recordPath = (fields: Fields, key: string, files: RecordFiles): string =>
  checked(fields, key, fields.text(key), files)

/** @throws DocumentFault if the list is missing or invalid, or a path is not in `files` */
export const recordPaths = (fields: Fields, key: string, files: RecordFiles): string[] =>
  fields.texts(key).map((path, index) => checked(fields, `${key}[${index}]`, path, files))

function checked(fields: Fields, at: string, path: string, files: RecordFiles): string {
  if (!isInside(path)) throw fields.fault(at, OUTSIDE)
  if (!Object.hasOwn(files, path)) throw fields.fault(at, `names ${path}, which is not in files`)
  return path
}
