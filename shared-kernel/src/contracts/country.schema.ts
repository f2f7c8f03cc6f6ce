import { z } from 'zod'
import { COUNTRY_FIELDS } from './country'
import { schemaOf } from './wireFields.schema'

const countryResponse = schemaOf(COUNTRY_FIELDS, {})
export const countryListResponse = z.array(countryResponse)

export type CountryResponse = z.infer<typeof countryResponse>
