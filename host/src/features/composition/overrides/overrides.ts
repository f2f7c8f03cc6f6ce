import { createStore, loadCode, type Store } from '@console/shared-kernel/core'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote'
import type { EventLog } from '../eventLog/eventLog'
import { readAccepted, rememberAccepted, type OverrideAddresses } from './addressOverrides'
import type { endDeadOverrides } from './overrideRelease'

/** The overriding releases, by remote. */
export type Overrides = Record<string, DeployedRelease>

interface PendingOverride {
  remote: string
  address: string
  origin: string
}

interface ActiveOverride {
  remote: string
  address: string
  version: string
  build: string
}

interface OverrideState {
  /** Not fetched before the user accepts them. */
  pending: PendingOverride[]
  active: ActiveOverride[]
  /** Why overrides could not be loaded or have ended; kept until dismissed. */
  notices: string[]
}

export interface ConsoleOverrides {
  state: Store<OverrideState>
  /** Resolves when the overrides accepted earlier in this tab have been read from storage. */
  ready: Promise<void>
  accept: () => Promise<void>
  decline: () => void
  /** Ends the overrides of another user, after a sign-in. */
  userChanged: () => void
  /** Code that already runs stays until the next page load. */
  forgetAll: () => void
  closeNotice: (notice: string) => void
  close: () => void
}

interface Options {
  environment: Environment
  events: EventLog
  requested: OverrideAddresses
  screenUserId: () => number | null
  apply: (releases: Overrides) => void
}

export function createOverrides({
  environment,
  events,
  requested,
  screenUserId,
  apply,
}: Options): ConsoleOverrides {
  const state = createStore<OverrideState>({ pending: [], active: [], notices: [] })
  const patch = (change: Partial<OverrideState>) => state.set({ ...state.get(), ...change })
  const addNotice = (notice: string) => patch({ notices: [...state.get().notices, notice] })
  const reject = (remote: string, error: unknown) =>
    addNotice(`"${remote}" no se sustituye: ${error instanceof Error ? error.message : error}`)

  const accepted = acceptedOverrides(screenUserId)
  let releases: Overrides = {}
  /** Loaded with the first override. */
  let watchForEnd: typeof endDeadOverrides | undefined
  let stopWatching: (() => void) | undefined
  let isClosed = false
  /** Incremented when a new user ends all overrides, so that pending fetches are discarded. */
  let revocations = 0

  /** Overrides that are not allowed or do not answer are reported and dropped. */
  async function read(wanted: OverrideAddresses): Promise<void> {
    const began = revocations
    const found = await Promise.all(
      Object.entries(wanted).map(async ([remote, address]): Promise<[string, DeployedRelease][]> => {
        try {
          originOf(environment, address)
          const code = await loadOverrideCode()
          const release = await code.readOverride(environment, remote, address)
          watchForEnd = code.endDeadOverrides
          return [[remote, release]]
        } catch (error) {
          accepted.forget(remote)
          reject(remote, error)
          return []
        }
      }),
    )
    if (found.length === 0 || began !== revocations) return
    releases = { ...releases, ...Object.fromEntries(found.flat()) }
    show()
  }

  function show(): void {
    const active = Object.entries(releases).map(([remote, { baseUrl, release }]) => ({
      remote,
      address: baseUrl,
      version: release.version,
      build: release.build,
    }))
    patch({ active })
    apply(releases)
    if (active.length > 0 && !isClosed)
      stopWatching ??= watchForEnd?.({ events, active: () => state.get().active, end })
  }

  function end({ remote, address }: Pick<ActiveOverride, 'remote' | 'address'>): void {
    if (!releases[remote]) return
    releases = without(releases, remote)
    accepted.forget(remote)
    addNotice(`${address} ya no responde: "${remote}" vuelve a la versión desplegada.`)
    show()
  }

  for (const remote of Object.keys(requested)) accepted.forget(remote)
  for (const [remote, address] of Object.entries(requested)) {
    if (address === '') continue
    try {
      patch({
        pending: [...state.get().pending, { remote, address, origin: originOf(environment, address) }],
      })
    } catch (error) {
      reject(remote, error)
    }
  }

  return {
    state,
    ready: read(accepted.ofUser()),
    accept: async () => {
      const wanted = Object.fromEntries(state.get().pending.map(({ remote, address }) => [remote, address]))
      accepted.add(wanted)
      await read(wanted)
      patch({ pending: [] })
    },
    decline: () => patch({ pending: [] }),
    userChanged: () => {
      const userId = screenUserId()
      if (userId === null) return
      if (accepted.isOfUser()) {
        accepted.keepFor(userId)
        void read(
          Object.fromEntries(Object.entries(accepted.ofUser()).filter(([remote]) => !releases[remote])),
        )
        return
      }
      revocations += 1
      accepted.revoke()
      if (state.get().active.length === 0) return
      releases = {}
      show()
      // code that has run is still in the page, and could act as the new user
      location.reload()
    },
    forgetAll: accepted.forgetAll,
    closeNotice: (notice) => patch({ notices: state.get().notices.filter((other) => other !== notice) }),
    close: () => {
      isClosed = true
      stopWatching?.()
    },
  }
}

/** The overrides accepted in this tab, and the user who accepted them. */
function acceptedOverrides(screenUserId: Options['screenUserId']) {
  let { userId } = readAccepted()
  const isOfUser = () => userId === null || userId === screenUserId()
  const ofUser = (): OverrideAddresses => (isOfUser() ? readAccepted().overrides : {})
  const remember = (overrides: OverrideAddresses) => rememberAccepted({ userId, overrides })
  const forgetAll = () => remember({})
  return {
    isOfUser,
    ofUser,
    add: (wanted: OverrideAddresses) => {
      const before = ofUser()
      userId = screenUserId()
      remember({ ...before, ...wanted })
    },
    keepFor: (user: number) => {
      userId = user
      remember(ofUser())
    },
    forget: (remote: string) => remember(without(readAccepted().overrides, remote)),
    forgetAll,
    /** The next user who signs in may accept new overrides. */
    revoke: () => {
      userId = null
      forgetAll()
    },
  }
}

/** Loads the code of overrides, which tabs without overrides never need. @throws Error with a message for the user */
const loadOverrideCode = () =>
  loadCode(() => import(/* webpackChunkName: "overrides" */ './overrideRelease')).catch((cause: unknown) => {
    throw new Error('una parte de la consola no se pudo cargar', { cause })
  })

/** @throws Error with a message for the user if the environment does not allow it */
function originOf({ overrides }: Environment, address: string): string {
  if (!URL.canParse(address)) throw new Error(`${address} no es una dirección`)
  // file names are appended to it
  if (/[?#]/.test(address)) throw new Error(`${address} tiene una consulta o un fragmento`)
  const { origin } = new URL(address)
  if (!overrides.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin))
    throw new Error(`este entorno no permite el origen ${origin}`)
  return origin
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _left, ...others } = record
  return others
}
