import { connect, createStore, sessionStore, useStore } from '@console/shared-kernel/core'
import type {
  DeployedRelease,
  Environment,
  ParsedEnvironment,
  ReleaseScreen,
} from '@console/shared-kernel/remote'
import { fetchEnvironment } from './environment'
import { sendEventsFor } from './events/events'
import { candidatesOf, sameFiles, type Candidate } from './releases/candidates'
import { leftOutStore } from './vigil/vigil'

/** A screen of the console, the release that it is taken from now, and all that hold one at its path. */
export interface ComposedScreen extends ReleaseScreen, Candidate {
  remote: string
  /** Best first. */
  candidates: Candidate[]
}

export interface ComposedRemote {
  name: string
  /** Releases that it may be loaded from, best first. */
  candidates: Candidate[]
  /** The one whose screens count. */
  inUse: Candidate
}

/** What the console is made of: all of it comes from the environment document. */
export interface Composition {
  environment: Environment | null
  remotes: ComposedRemote[]
  screens: ComposedScreen[]
  /** Remotes that are not there: their record cannot be used, or the user does without them. */
  faults: { remote: string; reason: string; readmits?: string[] }[]
}

const EMPTY: Composition = { environment: null, remotes: [], screens: [], faults: [] }

export const compositionStore = createStore<Composition>(EMPTY)

export const useComposition = (): Composition => useStore(compositionStore)

export type Overrides = Record<string, DeployedRelease>

let parsed: ParsedEnvironment | null = null
let overrides: Overrides = {}
/** The release that a remote has come down to, by the remote's name. */
const settled = new Map<string, DeployedRelease>()

/** From here on the console is made of this environment: its servers, its clock, its remotes. */
export function compose(read: ParsedEnvironment, overriding: Overrides = overrides): void {
  parsed = read
  overrides = overriding
  settled.clear()
  connect(read.environment)
  sendEventsFor(read.environment)
  arrange()
}

/** Reads the environment again; rejects with the document's fault, and keeps what there was, where it cannot. */
export async function recompose(): Promise<void> {
  compose(await fetchEnvironment())
}

/** A developer's release that is there no more; the remote is what it is for everyone. */
export function dropOverride(remote: string): void {
  const { [remote]: _dropped, ...others } = overrides
  overrides = others
  arrange()
}

/** The remote is loaded from this release from now on: it is the one whose routes and navigation count. */
export function settle(remote: string, deployed: DeployedRelease): void {
  const now = compositionStore.get().remotes.find(({ name }) => name === remote)
  if (now && sameFiles(now.inUse.deployed, deployed)) return
  settled.set(remote, deployed)
  arrange()
}

/** Who counts for canaries: also a user whose session has just ended over a form. */
export function countedUserId(): number | null {
  const { user, interrupted } = sessionStore.get()
  return (user ?? interrupted?.user)?.userId || null
}

let arrangedFor: number | null = null

function arrange(): void {
  if (!parsed) return
  arrangedFor = countedUserId()
  const { environment, faults } = parsed
  const leftOut = leftOutStore.get()
  const composition: Composition = {
    environment,
    remotes: [],
    screens: [],
    faults: faults.map(({ remote, fault }) => ({ remote, reason: fault.message })),
  }
  // a remote that nobody has deployed yet may be tried from its developer's address
  for (const name of Object.keys({ ...environment.remotes, ...overrides })) {
    const deployment = environment.remotes[name]
    const candidates = candidatesOf(deployment, { userId: arrangedFor, override: overrides[name], leftOut })
    const down = settled.get(name)
    const inUse = candidates.find(({ deployed }) => down && sameFiles(deployed, down)) ?? candidates[0]
    if (inUse) composition.remotes.push({ name, candidates, inUse })
    else composition.faults.push(doneWithout(name))
  }
  composition.screens = composition.remotes.flatMap(screensOf)
  compositionStore.set(composition)
}

const doneWithout = (remote: string) => ({
  remote,
  reason: 'bloqueó esta pestaña y se ha dejado fuera',
  readmits: [...leftOutStore.get()].filter((build) => build.startsWith(`${remote}.`)),
})

const screensOf = ({ name, candidates, inUse }: ComposedRemote): ComposedScreen[] =>
  inUse.deployed.release.screens.map((screen) => ({
    ...screen,
    ...inUse,
    remote: name,
    candidates: candidates.filter(({ deployed }) =>
      deployed.release.screens.some(({ path }) => path === screen.path),
    ),
  }))

sessionStore.subscribe(() => {
  if (countedUserId() !== arrangedFor) arrange()
})
leftOutStore.subscribe(arrange)
