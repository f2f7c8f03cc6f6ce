import { chromium } from '@playwright/test'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { journey } from './journey'
import type { Comparison } from './table'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where the two builds are served, with one environment and one API. */
export interface Compared {
  federated: string
  spa: string
  environment: Environment
}

/** Goes the same way through both builds, each time with an empty cache. */
export async function compareBytes(executablePath: string, compared: Compared): Promise<Comparison> {
  const { federated, spa, environment } = compared
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  try {
    return {
      federated: await journey(browser, federated, environment),
      spa: await journey(browser, spa, environment),
    }
  } finally {
    await browser.close()
  }
}
