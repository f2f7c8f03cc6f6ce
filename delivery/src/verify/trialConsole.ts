import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { serveHost, serveRemote } from '../localServers/serveBuilds'
import { hostRelease } from '../site/environmentStore'
import { releaseId, type Site } from '../site/siteLayout'
import { serveStubApi, type StubApi } from './stubApi'

/** An environment's console on loopback. */
export interface Trial {
  url: string
  api: StubApi
  /** Of all its servers. */
  ports: readonly number[]
  /** Temporary. */
  folder: string
  close: () => Promise<void>
}

/** @param environment has a host. @param releases replace the stable releases of the same remotes */
export async function startTrial(
  site: Site,
  environment: Environment,
  releases: readonly Release[],
): Promise<Trial> {
  const { folder: root } = await hostRelease(site, environment.host!)
  const folder = await mkdtemp(join(tmpdir(), 'console-verify-'))
  const environmentFile = join(folder, 'environment.json')
  const stable = Object.values(environment.remotes).map(({ release }) => release)
  const named = new Map([...stable, ...releases].map((release) => [release.name, release]))
  const pathOf = (release: Release) => `/${release.name}/${releaseId(release)}/`
  const folders = [...named.values()].map(pathOf)
  const [api, files] = await Promise.all([serveStubApi(), serveRemote({ root: site.root, port: 0, folders })])
  const remotes = [...named.values()].map(
    // without a fallback, which would hide that a release fails to load
    (release) => [release.name, { baseUrl: files.url + pathOf(release), release }] as const,
  )
  const servers = { apiUrl: api.url, externalReportsUrl: api.url, telemetryUrl: null }
  const document = { ...environment, ...servers, remotes: Object.fromEntries(remotes) }
  await writeFile(environmentFile, JSON.stringify(document))
  const host = await serveHost({ root, environmentFile, port: 0 })
  const servings = [api, files, host]
  return {
    url: host.url,
    api,
    ports: servings.map(({ port }) => port),
    folder,
    close: async () => {
      await Promise.all(servings.map((server) => server.close()))
      await rm(folder, { recursive: true })
    },
  }
}
