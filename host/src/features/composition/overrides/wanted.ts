import type { Environment } from '@console/shared-kernel/remote'
import type { Overrides } from '../composition'
import { readTab, writeTab } from '../tabMemory'

const KEY = 'console.overrides'
const PARAMETER = /^remote\.(.+)$/

/** Addresses of releases by the remote that each stands in for. */
export type Wanted = Record<string, string>

/**
 * What an address asks for: `?remote.users=http://localhost:4101/` puts a developer's release in the place
 * of a remote's, `?remote.users=` takes it away again.
 *
 * @returns what this tab wants from now on, and the address without that part of it
 */
export function readSearch(search: string, before: Wanted): { wanted: Wanted; search: string } {
  const parameters = new URLSearchParams(search)
  const wanted = { ...before }
  for (const [name, address] of [...parameters]) {
    const remote = PARAMETER.exec(name)?.[1]
    if (remote === undefined) continue
    parameters.delete(name)
    if (address === '') delete wanted[remote]
    else wanted[remote] = address
  }
  const rest = parameters.toString()
  return { wanted, search: rest === '' ? '' : `?${rest}` }
}

function remembered(): Wanted {
  try {
    const value: unknown = JSON.parse(readTab(KEY) ?? '{}')
    const entries = Object.entries((value ?? {}) as object)
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

export function remember(wanted: Wanted): void {
  writeTab(KEY, Object.keys(wanted).length === 0 ? null : JSON.stringify(wanted))
}

export function forget(remote: string): void {
  const { [remote]: _forgotten, ...others } = remembered()
  remember(others)
}

/** Reads what this tab is to have instead of what is deployed; a tab without any loads nothing for it. */
export async function overridesOf(environment: Environment): Promise<Overrides> {
  const { wanted, search } = readSearch(location.search, remembered())
  remember(wanted)
  if (search !== location.search) {
    history.replaceState(history.state, '', location.pathname + search + location.hash)
  }
  if (Object.keys(wanted).length === 0) return {}
  try {
    const { readOverrides } = await import(/* webpackChunkName: "overrides" */ './readOverrides')
    return await readOverrides(environment, wanted)
  } catch (error) {
    console.error('Fallo de la consola:', error)
    return {}
  }
}
