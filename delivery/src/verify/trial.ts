import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote'
import { serveHost, serveRemote } from '../serve'
import { hostOf } from '../site/environment'
import { releaseId, type Site } from '../site/layout'
import { serveStubApi } from './stubApi'

/** The console of an environment, as its users would get it, on this machine alone. */
export interface Trial {
  url: string
  close: () => Promise<void>
}

export async function startTrial(site: Site, environment: Environment): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'console-verify-'))
  const environmentFile = join(folder, 'environment.json')
  const [api, files] = await Promise.all([serveStubApi(), serveRemote({ root: site.root, port: 0 })])
  const remotes = Object.entries(environment.remotes).map(([name, { release }]) => {
    // alone: what it would fall back to must not stand in for it
    return [name, { baseUrl: `${files.url}/${name}/${releaseId(release)}/`, release }] as const
  })
  const servers = { apiUrl: api.url, externalReportsUrl: api.url, telemetryUrl: null }
  const document = { ...environment, ...servers, remotes: Object.fromEntries(remotes) }
  writeFileSync(environmentFile, JSON.stringify(document))
  const host = await serveHost({ root: hostOf(site, environment).folder, environmentFile, port: 0 })
  return {
    url: host.url,
    close: async () => {
      await Promise.all([api, files, host].map((server) => server.close()))
      rmSync(folder, { recursive: true })
    },
  }
}
