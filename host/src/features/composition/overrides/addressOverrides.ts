import { readTab, writeTab } from '../pageState'

// not `console.overrides`, where older hosts stored overrides that were never confirmed
const KEY = 'console.acceptedOverrides'
const PARAMETER = /^remote\.(.+)$/

/** Addresses of releases by remote; an empty one ends the override. */
export type OverrideAddresses = Record<string, string>

/** `?remote.users=http://localhost:4101/` overrides a remote's release; `?remote.users=` undoes that. */
export function readSearch(search: string): { requested: OverrideAddresses; search: string } {
  const parameters = new URLSearchParams(search)
  const requested: OverrideAddresses = {}
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

/** Reads the address before the router does, which would write it back. */
export function takeRequested(): OverrideAddresses {
  const { requested, search } = readSearch(location.search)
  if (search !== location.search)
    history.replaceState(history.state, '', location.pathname + search + location.hash)
  return requested
}

export interface Accepted {
  /** The user who accepted them; null before the sign-in, for the next user who signs in. */
  userId: number | null
  overrides: OverrideAddresses
}

export function readAccepted(): Accepted {
  try {
    const { userId, overrides } = JSON.parse(readTab(KEY) ?? '{}') as Record<keyof Accepted, unknown>
    const entries = Object.entries((overrides ?? {}) as object)
    return {
      userId: typeof userId === 'number' ? userId : null,
      overrides: Object.fromEntries(
        entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    }
  } catch {
    return { userId: null, overrides: {} }
  }
}

export function rememberAccepted(accepted: Accepted): void {
  writeTab(KEY, Object.keys(accepted.overrides).length === 0 ? null : JSON.stringify(accepted))
}
