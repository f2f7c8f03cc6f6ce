import { createStore } from '@console/shared-kernel/core'
import { readTabList, writeTab } from '../tabMemory'

const RUNNING = 'console.running'
const LEFT_OUT = 'console.leftOut'

/** Builds whose code began to run here and gave the tab back neither by painting nor by leaving the page. */
export const suspectStore = createStore<ReadonlySet<string>>(new Set())

/** Builds that the user does without in this tab. */
export const leftOutStore = createStore<ReadonlySet<string>>(new Set())

/** The build that each vigil is over. */
const vigils = new Map<string, string>()

/** Called once, before any remote is loaded: what the last page of this tab died of. */
export function readVigils(): void {
  suspectStore.set(new Set(readTabList(RUNNING)))
  leftOutStore.set(new Set(readTabList(LEFT_OUT)))
  writeTab(RUNNING, null)
  // a page that says goodbye was not frozen, however long a remote was on its way
  addEventListener('pagehide', () => writeTab(RUNNING, null))
}

/** Marks a build as running until the vigil ends. A tab that freezes in between keeps the mark. */
export function beginVigil(id: string, build: string): void {
  vigils.set(id, build)
  writeTab(RUNNING, [...vigils.values()])
}

export function endVigil(id: string): void {
  vigils.delete(id)
  writeTab(RUNNING, [...vigils.values()])
}

/** The user wants a suspect all the same. */
export function acquit(build: string): void {
  suspectStore.set(without(suspectStore.get(), build))
}

export function leaveOut(build: string): void {
  acquit(build)
  keep(new Set([...leftOutStore.get(), build]))
}

export const readmit = (build: string): void => keep(without(leftOutStore.get(), build))

function keep(leftOut: ReadonlySet<string>): void {
  leftOutStore.set(leftOut)
  writeTab(LEFT_OUT, [...leftOut])
}

const without = (builds: ReadonlySet<string>, build: string) =>
  new Set([...builds].filter((other) => other !== build))
