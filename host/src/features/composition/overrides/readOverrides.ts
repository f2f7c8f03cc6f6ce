import { type DeployedRelease, type Environment, Fields, parseRelease } from '@console/shared-kernel/remote'
import type { Overrides } from '../composition'
import { fetchJson } from './fetchJson'
import { addNotice, overrideStore } from './overrideStore'
import { forget, type Wanted } from './wanted'
import { watchOverrides } from './watchOverrides'

/** The releases at the addresses wanted. What is not allowed, or does not answer, is said and forgotten. */
export async function readOverrides(environment: Environment, wanted: Wanted): Promise<Overrides> {
  const overrides: Overrides = {}
  await Promise.all(
    Object.entries(wanted).map(async ([remote, address]) => {
      try {
        overrides[remote] = await readOverride(environment, remote, address)
      } catch (error) {
        forget(remote)
        addNotice(`"${remote}" no se sustituye: ${error instanceof Error ? error.message : error}`)
      }
    }),
  )
  const active = Object.entries(overrides).map(([remote, { baseUrl, release }]) => ({
    remote,
    address: baseUrl,
    version: release.version,
    build: release.build,
  }))
  overrideStore.set({ ...overrideStore.get(), active })
  if (active.length > 0) watchOverrides()
  return overrides
}

async function readOverride(
  { overrides, name }: Environment,
  remote: string,
  address: string,
): Promise<DeployedRelease> {
  if (!URL.canParse(address)) throw new Error(`${address} no es una dirección`)
  const { origin, href } = new URL(address)
  if (!overrides.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin)) {
    throw new Error(`este entorno no permite el origen ${origin}`)
  }
  const baseUrl = href.endsWith('/') ? href : `${href}/`
  const fields = new Fields(`${baseUrl}release.json`, '', await fetchJson(`${baseUrl}release.json`))
  // files that change under the page have no hash that stays true, which only development may have
  const off = name === 'development'
  const release = parseRelease(fields, !off)
  if (release.name !== remote) throw new Error(`en ${baseUrl} hay "${release.name}"`)
  return { baseUrl, release, ...(off && { integrity: 'off' as const }) }
}
