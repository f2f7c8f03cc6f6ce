import { asRecord, firstOf, readFilledText, type Reader, type WireRecord } from './wireReaders'

export interface Field<Name extends string = string, T = unknown, Missing = unknown> {
  /** The API's name, then names that other servers use, in order of precedence. */
  readonly names: readonly [Name, ...string[]]
  readonly read: Reader<T>
  /** The value if none of them is valid; `undefined` marks a required field. */
  readonly missing: Missing
}

/** How lists compare values: 'name' as Spanish readers expect, 'text' by lower-cased characters. */
export type SortKind = 'name' | 'number' | 'time' | 'text'

/** A field of an entity that is shown in lists. */
export interface ListedField<
  Name extends string = string,
  T = unknown,
  Missing = unknown,
  Added extends boolean = boolean,
> extends Field<Name, T, Missing> {
  sort: SortKind
  /** Whether search covers it. */
  search?: boolean
  /** The field was added after the last major release: rows that older remotes put into a list lack it. */
  added?: Added
}

/** An entity's fields by their names in the console. Type, reader and schema derive from them. */
export type Fields = Readonly<Record<string, Field>>

export type EntityOf<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<string, infer T, infer Missing>
    ? T | Extract<Missing, null>
    : never
}

type AddedTo<F extends Fields> = {
  [K in keyof F]: F[K] extends ListedField<string, unknown, unknown, true> ? K : never
}[keyof F]

/** A row of a list; another remote may have put it there. */
export type RowOf<F extends Fields> = Omit<EntityOf<F>, AddedTo<F>> & Partial<Pick<EntityOf<F>, AddedTo<F>>>

type WhereRequired<F extends Fields> = undefined extends F[keyof F]['missing'] ? null : never

/** A required field: without it the whole entity is invalid. */
export function field<Name extends string, T>(
  names: Name | readonly [Name, ...string[]],
  read: Reader<T>,
): Field<Name, T, undefined>
/** An optional field. @param missing its value if nothing valid was sent */
export function field<Name extends string, T, Missing extends T | null>(
  names: Name | readonly [Name, ...string[]],
  read: Reader<T>,
  missing: Missing,
): Field<Name, T, Missing>
export function field(
  names: string | readonly [string, ...string[]],
  read: Reader<unknown>,
  missing?: unknown,
): Field {
  return { names: typeof names === 'string' ? [names] : names, read, missing }
}

/** @param missing as in `field`; undefined for a required field */
export const listedField = <
  Name extends string,
  T,
  Missing extends T | null | undefined,
  Added extends boolean = false,
>(
  names: Name | readonly [Name, ...string[]],
  read: Reader<T>,
  missing: Missing,
  sort: SortKind,
  use?: { search?: boolean; added?: Added },
): ListedField<Name, T, Missing, Added> => ({
  ...(field(names, read, missing as T) as Field<Name, T, Missing>),
  sort,
  ...use,
})

/** Ignores the field's `missing` value: undefined if nothing valid was sent. */
export const readField = <T>(record: WireRecord, { names, read }: Field<string, T>): T | undefined =>
  firstOf(record, names, read)

/** Returns null if a required field is invalid. */
export function normaliserOf<F extends Fields>(fields: F): (wire: unknown) => EntityOf<F> | WhereRequired<F> {
  // parallel arrays, for speed: a list of users has 100,000 rows
  const keys = Object.keys(fields)
  const names = Object.values(fields).map((each) => each.names)
  const readers = Object.values(fields).map((each) => each.read)
  const missing = Object.values(fields).map((each) => each.missing)
  return (wire) => {
    const record = asRecord(wire)
    // a copy has every key at once; V8 turns an object that gains them one by one into a slow dictionary
    const entity: Record<string, unknown> = { ...fields }
    for (let index = 0; index < keys.length; index += 1) {
      const value = firstOf(record, names[index]!, readers[index]!) ?? missing[index]
      if (value === undefined) return null as WhereRequired<F>
      entity[keys[index]!] = value
    }
    return entity as EntityOf<F>
  }
}

/** An entity under the API's names. */
export const entityToWire = <F extends Fields>(fields: F, entity: EntityOf<F>): WireRecord =>
  Object.fromEntries(Object.entries(fields).map(([key, { names }]) => [names[0], entity[key]]))

/** Maps the API's field names to the console's, so that server errors reach their form fields. */
export const keysByName = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { names }]) => [names[0], key])) as Readonly<
    Record<string, keyof F & string>
  >

/** The version of an entity; null for servers without versions. */
export const versionOf = ({ raw }: { raw: WireRecord }): string | null =>
  readFilledText(raw['version']) ?? null
