import { field, normaliserOf, type EntityOf } from './wireFields'
import { normaliseList, readFilledText, readInteger } from './wireReaders'

export const COUNTRY_FIELDS = { id: field('id', readInteger), name: field('name', readFilledText) }

export type Country = EntityOf<typeof COUNTRY_FIELDS>

export const DEFAULT_COUNTRY_ID = 1

/** Offered while the list loads, and if it is empty. */
export const DEFAULT_COUNTRIES: readonly Country[] = [{ id: DEFAULT_COUNTRY_ID, name: 'Spain' }]

export const normaliseCountries = (wire: unknown): Country[] =>
  normaliseList(wire, normaliserOf(COUNTRY_FIELDS), (country) => country.id)
