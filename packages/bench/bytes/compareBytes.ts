import type { Browser } from '@playwright/test'
import type { Served } from '../servers'
import { journey } from './journey'
import type { Comparison } from './table'

/** Both builds start with an empty cache. */
export async function compareBytes(browser: Browser, served: Served): Promise<Comparison> {
  const { federated, spa, environment } = served
  return {
    federated: await journey(browser, federated, environment),
    spa: await journey(browser, spa, environment),
  }
}
