import { useMemo } from 'react'
import { misreadPart, type ViewPart } from '../client/useViewState'

/** A list filter. The values '' and null filter nothing. */
export interface Filter<Value, Known> {
  label: string
  /** The part of the address that holds it. */
  part: ViewPart<Value>
  /** Whether the viewer may use it; by default every viewer. */
  isOffered?: (known: Known) => boolean
  /**
   * Whether a value exists, as far as is known; by default every value does. If it does not, the screen shows
   * an error instead of rows. Null drops the value without an error.
   */
  exists?: (value: NonNullable<Value>, known: Known) => boolean | null
  /** Describes a set value, for file names and printouts. */
  word: (value: NonNullable<Value>, known: Known) => string
}

export type FilterTable<Filters, Known> = { readonly [Name in keyof Filters]: Filter<Filters[Name], Known> }

type Setters<Filters> = { readonly [Name in keyof Filters]: (value: Filters[Name]) => void }
type Misread<Filters> = readonly (keyof Filters & string)[]

const namesIn = <Filters>(table: FilterTable<Filters, never>) =>
  Object.keys(table) as (keyof Filters & string)[]

const isSet = <Value>(value: Value): value is NonNullable<Value> => value !== '' && value !== null

/** The filters as parts of `useViewState`; `misread` names those whose value is invalid. */
export function filterParts<Filters>(table: FilterTable<Filters, never>) {
  const entries = namesIn(table).map((name) => [name, table[name].part])
  const parts = Object.fromEntries(entries) as { [Name in keyof Filters & string]: ViewPart<Filters[Name]> }
  return { ...parts, misread: misreadPart(parts) as ViewPart<Misread<Filters>> }
}

export const countFilters = (filters: object): number => Object.values(filters).filter(isSet).length

export function clearFilters<Filters>(table: FilterTable<Filters, never>, set: Setters<Filters>): void {
  for (const name of namesIn(table)) set[name](table[name].part.read(new URLSearchParams()))
}

/** Filters as they are in the address. */
export type InAddress<Filters> = Filters & { misread: Misread<Filters> }

/** The usable filters of an address. @param known what the table's functions need */
export function readFilters<Filters, Known>(
  table: FilterTable<Filters, Known>,
  address: InAddress<Filters>,
  known: Known,
) {
  const names = namesIn(table)
  const filters = Object.fromEntries(names.map((name) => [name, address[name]])) as Filters
  const unknownLabels: string[] = []
  const words: string[] = []
  for (const name of names) {
    const { label, part, isOffered, exists, word } = table[name]
    const value = address[name]
    const offered = isOffered?.(known) ?? true
    const found = isSet(value) && exists ? exists(value, known) : true
    if (offered && (address.misread.includes(name) || found === false)) unknownLabels.push(label)
    if (!offered || !found) filters[name] = part.read(new URLSearchParams())
    else if (isSet(value)) words.push(word(value, known))
  }
  return {
    filters,
    /** Labels of filters whose value does not exist: the screen shows an error instead of all rows. */
    unknownLabels,
    words,
  }
}

/** The filters of an address other than the page's. @param known what the table's functions need */
export function filtersIn<Filters, Known>(
  table: FilterTable<Filters, Known>,
  params: URLSearchParams,
  known: Known,
) {
  const parts = Object.entries<Pick<ViewPart<unknown>, 'read'>>(filterParts(table))
  const entries = parts.map(([name, part]) => [name, part.read(params)])
  return readFilters(table, Object.fromEntries(entries) as InAddress<Filters>, known)
}

/** Returns the same objects while other parts of the address change. @param known memoised */
export function useFilters<Filters, Known>(
  table: FilterTable<Filters, Known>,
  address: InAddress<Filters>,
  known: Known,
) {
  const key = JSON.stringify([...namesIn(table), 'misread' as const].map((name) => [name, address[name]]))
  return useMemo(
    () =>
      readFilters(
        table,
        Object.fromEntries(JSON.parse(key) as [string, unknown][]) as InAddress<Filters>,
        known,
      ),
    [table, key, known],
  )
}
