import { countryListResponse } from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import type { Services } from '../services/services'

export function countryRoutes(app: App, { db }: Services): void {
  app.get('/api/Users/countries', { schema: { response: { 200: countryListResponse } } }, () =>
    db.selectFrom('countries').select(['id', 'name']).orderBy('id').execute(),
  )
}
