import { firstOf, isRecord, normaliseList, readFilledText, readInteger } from './wire'

export interface Country {
  id: number
  name: string
}

export const DEFAULT_COUNTRY_ID = 1

/** The one country on offer while the list loads, and where it is empty. */
export const DEFAULT_COUNTRIES: readonly Country[] = [{ id: DEFAULT_COUNTRY_ID, name: 'Spain' }]

/** A country nobody can name is no choice to offer. */
function normaliseCountry(wire: unknown): Country | null {
  if (!isRecord(wire)) return null
  const id = firstOf(wire, ['id'], readInteger)
  const name = firstOf(wire, ['name'], readFilledText)
  return id === undefined || name === undefined ? null : { id, name }
}

export const normaliseCountries = (wire: unknown): Country[] =>
  normaliseList(wire, normaliseCountry, (country) => country.id)
