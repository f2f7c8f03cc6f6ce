import { z } from 'zod'

const countryResponse = z.object({ id: z.int(), name: z.string() })
export const countryListResponse = z.array(countryResponse)

export type CountryResponse = z.infer<typeof countryResponse>
