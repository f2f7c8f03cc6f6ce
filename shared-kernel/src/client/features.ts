import { normaliseFeatures, type Features } from '../contracts/features'
import { sessionStore, storedToken } from './storedSession'
import { createStore, useStore } from './store'

const NONE: Features = {}

/** In memory only: another session may be with another server. */
export const featuresStore = createStore<Features>(NONE)

/** @param current the answer to GET /api/Users/current */
export function updateFeatures(current: unknown): void {
  const features = normaliseFeatures(current)
  if (JSON.stringify(features) !== JSON.stringify(featuresStore.get())) featuresStore.set(features)
}

let token = storedToken()
sessionStore.subscribe(() => {
  if (storedToken() === token) return
  token = storedToken()
  featuresStore.set(NONE)
})

/**
 * The public settings of a call that the specification does not have, such as 'trend'. Undefined if the server
 * does not offer it: then the call is not made, and nothing is shown in its place.
 */
export function useFeature(name: string): Features[string] | undefined {
  const features = useStore(featuresStore)
  return Object.hasOwn(features, name) ? features[name] : undefined
}
