import { asRecord, isRecord, type WireRecord } from '../contracts/wireReaders'
import { screenUser, sessionStore } from './storedSession'
import { createStore, useStore } from './store'

/**
 * The calls that the server offers beyond the specification, as sent. Kept in memory only, because the next
 * session may be with another server.
 */
export const featuresStore = createStore<WireRecord>({})

/** @param current the answer to GET /api/Users/current; other servers send no `features`, which means none */
export const updateFeatures = (current: unknown): void =>
  featuresStore.set(asRecord(asRecord(current)['features']))

// kept while the user is the same: the form of an interrupted session still needs them
let userId = screenUser()?.userId
sessionStore.subscribe(() => {
  const now = screenUser()?.userId
  if (now !== userId) featuresStore.set({})
  userId = now
})

/**
 * The public settings of a call beyond the specification, such as 'trend'. Undefined if the server does not
 * offer it; the call is then not made, and nothing is shown in its place.
 */
export function useFeature(name: string): WireRecord | undefined {
  const features = useStore(featuresStore)
  const feature = Object.hasOwn(features, name) ? features[name] : undefined
  return isRecord(feature) ? feature : undefined
}
