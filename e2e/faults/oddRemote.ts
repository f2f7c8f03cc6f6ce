import type { Release } from '@console/shared-kernel/remote'
import { environmentDocument } from '../support/environment'
import { handmadeRemote } from '../support/handmadeRemote'
import { telemetryServer } from '../support/telemetry'

/** A console with one more remote, which runs this code. */
export async function withOdd(code: (container: string) => string, needs: Partial<Release> = {}) {
  const { deployed, requests, close } = await handmadeRemote({ name: 'odd', title: 'Odd screen', code })
  const telemetry = await telemetryServer()
  const { remotes, ...environment } = environmentDocument()
  const odd = { ...deployed, release: { ...deployed.release, ...needs } }
  return {
    document: { ...environment, telemetryUrl: telemetry.url, remotes: { ...remotes, odd } },
    told: telemetry.told,
    requests,
    close: async () => void (await Promise.all([close(), telemetry.close()])),
  }
}
