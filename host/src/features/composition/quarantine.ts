import { createStore, type Store } from '@console/shared-kernel/core'
import { readTabList, writeTab } from './pageState'

const RUNNING = 'console.running'
const LEFT_OUT = 'console.disabledBuilds'

/** Builds that froze this tab: they had started, but never painted, and the page was not left normally. */
export interface Quarantine {
  /** A `frozen` build runs only if the user agrees; one that was left out is not in the fallback order. */
  builds: Store<ReadonlyMap<string, 'frozen' | 'left out'>>
  /** Marks a build as running until the marker is removed. A tab that freezes in between keeps the marker. */
  mark: (id: string, build: string) => void
  unmark: (id: string) => void
  leaveOut: (build: string) => void
  release: (build: string) => void
}

/** Reads the markers of the tab's last page, so it must be created before any remote is loaded. */
export function createQuarantine(): Quarantine {
  const builds = createStore<ReturnType<Quarantine['builds']['get']>>(
    new Map([
      ...readTabList(RUNNING).map((build) => [build, 'frozen'] as const),
      ...readTabList(LEFT_OUT).map((build) => [build, 'left out'] as const),
    ]),
  )
  const running = new Map<string, string>()
  const remember = () => writeTab(RUNNING, [...running.values()])
  remember()
  // a page that the user leaves was not frozen, even if a remote takes long to load
  addEventListener('pagehide', () => writeTab(RUNNING, null))

  const change = (next: Map<string, 'frozen' | 'left out'>) => {
    const leftOut = [...next].flatMap(([build, state]) => (state === 'left out' ? [build] : []))
    writeTab(LEFT_OUT, leftOut)
    builds.set(next)
  }
  return {
    builds,
    mark: (id, build) => {
      running.set(id, build)
      remember()
    },
    unmark: (id) => {
      running.delete(id)
      remember()
    },
    leaveOut: (build) => change(new Map(builds.get()).set(build, 'left out')),
    release: (build) => change(new Map([...builds.get()].filter(([other]) => other !== build))),
  }
}
