import { screenUser, sessionStore } from './storedSession'
import { readStoredJson, writeStorage } from './storage'
import { createStore, type Store, useStore } from './store'

/**
 * A setting per user, stored as JSON under `console.<userId>.<name>`; not for secrets. It follows a change of
 * user, and changes in other tabs. Remotes share one namespace, so a remote's names begin with its own name.
 * `parse` returns the default for undefined and for anything unknown.
 */
export function userSetting<Value>(name: string, parse: (stored: unknown) => Value): Store<Value> {
  const ownKey = () => {
    const userId = screenUser()?.userId
    return userId === undefined ? null : (`console.${userId}.${name}` as const)
  }
  const read = () => parse(key === null ? undefined : readStoredJson(key))
  let key = ownKey()
  const store = createStore(read())
  sessionStore.subscribe(() => {
    if (key === ownKey()) return
    key = ownKey()
    store.set(read())
  })
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read())
  })
  return {
    ...store,
    set: (value) => {
      if (key !== null) writeStorage(key, JSON.stringify(value))
      store.set(value)
    },
  }
}

export type Density = 'comfortable' | 'compact'

const densitySetting = userSetting<Density>('density', (stored) =>
  stored === 'compact' ? 'compact' : 'comfortable',
)

/** The row density of all tables, stored by user and browser. */
export const useDensity = (): Density => useStore(densitySetting)

export const setDensity = (density: Density): void => densitySetting.set(density)
