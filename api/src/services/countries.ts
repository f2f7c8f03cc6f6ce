import type { CountryResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../db/schema'

export const listCountries = (db: Db): Promise<CountryResponse[]> =>
  db.selectFrom('countries').select(['id', 'name']).orderBy('id').execute()
