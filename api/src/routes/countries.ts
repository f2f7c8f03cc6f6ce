import { countryListResponse } from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import { listCountries } from '../services/countries'
import type { Services } from '../services/services'

export function countryRoutes(app: App, { db }: Services): void {
  app.get('/api/Users/countries', { schema: { response: { 200: countryListResponse } } }, () =>
    listCountries(db),
  )
}
