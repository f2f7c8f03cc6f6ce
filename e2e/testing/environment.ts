import { composeEnvironment } from '@console/delivery/compose'
import { REMOTES } from '@console/shared-kernel/ports'
import type { Environment } from '@console/shared-kernel/remote'
import { addresses } from './addresses'
import { remoteDist } from './folders'

/** A test's own servers, which replace the shared ones. */
export interface OwnServers {
  apiUrl?: string
  externalReportsUrl?: string
  remotes?: Record<string, string>
}

export const environmentDocument = ({
  apiUrl = addresses.api,
  externalReportsUrl = addresses.externalReports,
  remotes = {},
}: OwnServers = {}): Environment =>
  composeEnvironment({
    name: 'e2e',
    apiUrl,
    externalReportsUrl,
    timeZone: 'Europe/Madrid',
    remotes: REMOTES.map((name) => ({
      dir: remoteDist(name),
      baseUrl: `${remotes[name] ?? addresses.remote(name)}/`,
    })),
  })

/** The document with these records in place of the remotes' own. @param over other fields to replace */
export function documentWith(remotes: Record<string, object>, over: object = {}) {
  const document = environmentDocument()
  return { ...document, ...over, remotes: { ...document.remotes, ...remotes } }
}
