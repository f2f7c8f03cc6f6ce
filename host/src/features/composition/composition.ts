import { connect, createStore, useStore } from '@console/shared-kernel/core'
import type { DeployedRelease, ReleaseScreen } from '@console/shared-kernel/remote/documents'
import type { DocumentFault } from '@console/shared-kernel/remote/fields'
import type { ParsedEnvironment } from '@console/shared-kernel/remote/parseEnvironment'
import { fetchEnvironment } from './environment'

/** A screen of the console, and the release that holds it. */
export interface ComposedScreen extends ReleaseScreen {
  remote: string
  deployed: DeployedRelease
}

/** What the console is made of: all of it comes from the environment document. */
export interface Composition {
  screens: ComposedScreen[]
  /** Remotes left out because their record cannot be used. */
  faults: { remote: string; fault: DocumentFault }[]
}

export const compositionStore = createStore<Composition>({ screens: [], faults: [] })

export const useComposition = (): Composition => useStore(compositionStore)

/** From here on the console is made of this environment: its servers, its clock, its remotes. */
export function compose({ environment, faults }: ParsedEnvironment): void {
  connect(environment)
  const screens = Object.entries(environment.remotes).flatMap(([remote, deployed]) =>
    deployed.release.screens.map((screen) => ({ ...screen, remote, deployed })),
  )
  compositionStore.set({ screens, faults })
}

/** Reads the environment again; rejects with the document's fault, and keeps what there was, where it cannot. */
export async function recompose(): Promise<void> {
  compose(await fetchEnvironment())
}
