import { createStore, type Store } from '@console/shared-kernel/core'
import { readTabList, writeTab } from './tabMemory'

const RUNNING = 'console.running'
const DISABLED = 'console.disabledBuilds'

export interface CrashGuard {
  /** Builds that started in this tab and neither painted nor left the page. */
  suspects: Store<ReadonlySet<string>>
  disabled: Store<ReadonlySet<string>>
  /** Marks a build as running until the guard is disarmed. A tab that freezes in between keeps the marker. */
  arm: (id: string, build: string) => void
  disarm: (id: string) => void
  dismiss: (build: string) => void
  disable: (build: string) => void
  enable: (build: string) => void
}

/** Reads the markers of the tab's last page, so it is made before any remote is loaded. */
export function createCrashGuard(): CrashGuard {
  const suspects = createStore<ReadonlySet<string>>(new Set(readTabList(RUNNING)))
  const disabled = createStore<ReadonlySet<string>>(new Set(readTabList(DISABLED)))
  const armed = new Map<string, string>()
  writeTab(RUNNING, null)
  // a page that is left was not frozen, however long a remote took to load
  addEventListener('pagehide', () => writeTab(RUNNING, null))

  const dismiss = (build: string) => suspects.set(without(suspects.get(), build))
  const setDisabled = (builds: ReadonlySet<string>) => {
    writeTab(DISABLED, [...builds])
    disabled.set(builds)
  }
  return {
    suspects,
    disabled,
    arm: (id, build) => {
      armed.set(id, build)
      writeTab(RUNNING, [...armed.values()])
    },
    disarm: (id) => {
      armed.delete(id)
      writeTab(RUNNING, [...armed.values()])
    },
    dismiss,
    disable: (build) => {
      dismiss(build)
      setDisabled(new Set([...disabled.get(), build]))
    },
    enable: (build) => setDisabled(without(disabled.get(), build)),
  }
}

const without = (builds: ReadonlySet<string>, build: string) =>
  new Set([...builds].filter((other) => other !== build))
