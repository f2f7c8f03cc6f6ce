import { readTab, writeTab } from '../tabMemory'

const KEY = 'console.overrides'
const PARAMETER = /^remote\.(.+)$/

/** Addresses of releases, by the remote that each stands in for; empty where it no longer does. */
export type Wanted = Record<string, string>

/**
 * What an address asks for: `?remote.users=http://localhost:4101/` puts a developer's release in the place
 * of a remote's, `?remote.users=` takes it away again.
 *
 * @returns that, and the address without that part of it
 */
export function readSearch(search: string): { requested: Wanted; search: string } {
  const parameters = new URLSearchParams(search)
  const requested: Wanted = {}
  for (const [name, address] of [...parameters]) {
    const remote = PARAMETER.exec(name)?.[1]
    if (remote === undefined) continue
    parameters.delete(name)
    requested[remote] = address
  }
  if (Object.keys(requested).length === 0) return { requested, search }
  const rest = parameters.toString()
  return { requested, search: rest === '' ? '' : `?${rest}` }
}

/**
 * Takes the request out of the page's address. Before the router reads it: what the router has seen it writes
 * again, after a sign-in or with a filter, and an override would come back that has been ended.
 */
export function takeRequested(): Wanted {
  const { requested, search } = readSearch(location.search)
  if (search !== location.search)
    history.replaceState(history.state, '', location.pathname + search + location.hash)
  return requested
}

/** What the user of this tab has accepted. */
export function acceptedOverrides(): Wanted {
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

export function rememberAccepted(wanted: Wanted): void {
  writeTab(KEY, Object.keys(wanted).length === 0 ? null : JSON.stringify(wanted))
}
