import { createStore } from '@console/shared-kernel/core'

/** A developer's release that stands in for a remote's in this tab. */
export interface ActiveOverride {
  remote: string
  address: string
  version: string
  build: string
}

export interface OverrideState {
  active: ActiveOverride[]
  /** What could not be had, or is over, and why; until the user has read it. */
  notices: string[]
}

export const overrideStore = createStore<OverrideState>({ active: [], notices: [] })

export function addNotice(notice: string): void {
  const { active, notices } = overrideStore.get()
  overrideStore.set({ active, notices: [...notices, notice] })
}

export function closeNotice(notice: string): void {
  const { active, notices } = overrideStore.get()
  overrideStore.set({ active, notices: notices.filter((other) => other !== notice) })
}
