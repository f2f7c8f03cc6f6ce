import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionStore } from './storedSession'

const forgetters = new Set<() => void>()

export const forgetPlaces = (): void => forgetters.forEach((forget) => forget())

let owner = sessionStore.get().user?.userId
sessionStore.subscribe(() => {
  const { user, left } = sessionStore.get()
  if (left || (user && user.userId !== owner)) forgetPlaces()
  if (user) owner = user.userId
})

/**
 * What screens remember, by path, until sign-out or until another user signs in. Call the result when a component
 * mounts: a screen that is left over from before then writes into the old map.
 */
export function createPlaces<Place>(): () => Map<string, Place> {
  let places = new Map<string, Place>()
  forgetters.add(() => {
    places = new Map()
  })
  return () => places
}

/** State of a screen that is restored when its user comes back. */
export function useKeptState<Value>(placesOf: () => Map<string, Value>, initial: Value) {
  const { pathname } = useLocation()
  const [places] = useState(placesOf)
  const [value, setValue] = useState(() => places.get(pathname) ?? initial)
  useEffect(() => {
    places.set(pathname, value)
  }, [places, pathname, value])
  return [value, setValue] as const
}
