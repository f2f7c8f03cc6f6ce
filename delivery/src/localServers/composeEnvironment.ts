import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeployedRelease, Environment, Release } from '@console/shared-kernel/remote'

/** `dir` is a built folder with a `release.json`. */
export type RemoteSource = { baseUrl: string; integrity?: 'off' } & ({ dir: string } | { release: Release })

export interface Composition {
  name: string
  apiUrl: string
  externalReportsUrl: string
  /** IANA name. */
  timeZone: string
  remotes: RemoteSource[]
  developer?: boolean
}

/** @throws Error naming the file or remote: invalid release.json, or two remotes with one name */
export function composeEnvironment(composition: Composition): Environment {
  const remotes: Environment['remotes'] = {}
  for (const source of composition.remotes) {
    const deployed = deploy(source)
    const { name } = deployed.release
    if (Object.hasOwn(remotes, name)) throw new Error(`Two remotes are named '${name}'.`)
    remotes[name] = deployed
  }
  return { ...composition, schema: 1, overrides: [], remotes }
}

/** @throws Error naming the file */
export function readRelease(dir: string): Release {
  const file = join(dir, 'release.json')
  let record: unknown
  try {
    record = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}. Is the remote built?`, {
      cause: error,
    })
  }
  return checkedRelease(record, file)
}

/**
 * Checks only what serving needs; hosts check the rest.
 * @param source a file or an address, named in errors
 */
export function checkedRelease(record: unknown, source: string): Release {
  const { name, entry } = (record ?? {}) as Partial<Record<keyof Release, unknown>>
  for (const [field, value] of Object.entries({ name, entry })) {
    if (typeof value !== 'string' || value === '') throw new Error(`${source} has no '${field}'.`)
  }
  return record as Release
}

function deploy(source: RemoteSource): DeployedRelease {
  const release = 'release' in source ? source.release : readRelease(source.dir)
  const baseUrl = source.baseUrl.endsWith('/') ? source.baseUrl : `${source.baseUrl}/`
  return { baseUrl, release, ...(source.integrity && { integrity: source.integrity }) }
}
