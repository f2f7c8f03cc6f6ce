import { createStore, type Store } from '@console/shared-kernel/core'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote'
import type { Overrides } from '../arrangement'
import type { ConsoleEvents } from '../events/events'
import { acceptedOverrides, rememberAccepted, type Wanted } from './addressOverrides'

/** A release that the address of the page asks for. */
export interface AskedOverride {
  remote: string
  address: string
  origin: string
}

/** A developer's release that stands in for a remote's in this tab. */
export interface ActiveOverride {
  remote: string
  address: string
  version: string
  build: string
}

export interface OverrideState {
  /** Nothing of these is fetched before the user has accepted them. */
  asked: AskedOverride[]
  active: ActiveOverride[]
  /** What could not be had, or is over, and why; until the user has read it. */
  notices: string[]
}

export interface ConsoleOverrides {
  state: Store<OverrideState>
  /** What was accepted before in this tab has been read. */
  ready: Promise<void>
  accept: () => Promise<void>
  decline: () => void
  /** The tab accepts none any more; what runs of them is gone with the next page. */
  forgetAll: () => void
  closeNotice: (notice: string) => void
  close: () => void
}

interface Options {
  environment: Environment
  events: ConsoleEvents
  requested: Wanted
  /** Called with all that stand in from now on. */
  apply: (releases: Overrides) => void
}

export function createOverrides({ environment, events, requested, apply }: Options): ConsoleOverrides {
  const state = createStore<OverrideState>({ asked: [], active: [], notices: [] })
  const patch = (change: Partial<OverrideState>) => state.set({ ...state.get(), ...change })
  const addNotice = (notice: string) => patch({ notices: [...state.get().notices, notice] })
  let releases: Overrides = {}
  let stopWatching: (() => void) | null = null

  const forget = (remote: string) => rememberAccepted(without(acceptedOverrides(), remote))
  const refuse = (remote: string, error: unknown) =>
    addNotice(`"${remote}" no se sustituye: ${error instanceof Error ? error.message : error}`)

  /** What is not allowed, or does not answer, is said and forgotten. */
  async function read(wanted: Wanted): Promise<void> {
    const found = await Promise.all(
      Object.entries(wanted).map(async ([remote, address]): Promise<[string, DeployedRelease][]> => {
        try {
          originOf(environment, address)
          // a tab without overrides does without this code
          const { readOverride } = await import(/* webpackChunkName: "overrides" */ './readOverride')
          return [[remote, await readOverride(environment, remote, address)]]
        } catch (error) {
          forget(remote)
          refuse(remote, error)
          return []
        }
      }),
    )
    if (found.length === 0) return
    releases = { ...releases, ...Object.fromEntries(found.flat()) }
    await show()
  }

  async function show(): Promise<void> {
    const active = Object.entries(releases).map(
      ([
        remote,
        {
          baseUrl,
          release: { version, build },
        },
      ]) => ({
        remote,
        address: baseUrl,
        version,
        build,
      }),
    )
    patch({ active })
    apply(releases)
    if (active.length === 0 || stopWatching) return
    const { watchOverrides } = await import(/* webpackChunkName: "overrides" */ './watchOverrides')
    stopWatching = watchOverrides({ events, active: () => state.get().active, end })
  }

  function end({ remote, address }: ActiveOverride): void {
    if (!releases[remote]) return
    releases = without(releases, remote)
    forget(remote)
    addNotice(`${address} ya no responde: "${remote}" vuelve a la versión desplegada.`)
    void show()
  }

  const accepted = Object.fromEntries(
    Object.entries(acceptedOverrides()).filter(([remote]) => !Object.hasOwn(requested, remote)),
  )
  rememberAccepted(accepted)
  for (const [remote, address] of Object.entries(requested)) {
    if (address === '') continue
    try {
      patch({ asked: [...state.get().asked, { remote, address, origin: originOf(environment, address) }] })
    } catch (error) {
      refuse(remote, error)
    }
  }

  return {
    state,
    ready: read(accepted),
    accept: async () => {
      const wanted = Object.fromEntries(state.get().asked.map(({ remote, address }) => [remote, address]))
      rememberAccepted({ ...acceptedOverrides(), ...wanted })
      await read(wanted)
      patch({ asked: [] })
    },
    decline: () => patch({ asked: [] }),
    forgetAll: () => rememberAccepted({}),
    closeNotice: (notice) => patch({ notices: state.get().notices.filter((other) => other !== notice) }),
    close: () => stopWatching?.(),
  }
}

/** @throws Error, in words for the user, where the environment does not allow it */
function originOf({ overrides }: Environment, address: string): string {
  if (!URL.canParse(address)) throw new Error(`${address} no es una dirección`)
  const { origin } = new URL(address)
  if (!overrides.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin))
    throw new Error(`este entorno no permite el origen ${origin}`)
  return origin
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _left, ...others } = record
  return others
}
