import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionStore } from './storedSession'

const forgetters = new Set<() => void>()

export const forgetScreens = (): void => forgetters.forEach((forget) => forget())

let owner = sessionStore.get().user?.userId
sessionStore.subscribe(() => {
  const { user, left } = sessionStore.get()
  if (left || (user && user.userId !== owner)) forgetScreens()
  if (user) owner = user.userId
})

/**
 * State of screens by path, kept until sign-out or until another user signs in. Call the result on mount, so that a
 * screen of the earlier session writes only to the earlier map.
 */
export function createPlaces<Place>(): () => Map<string, Place> {
  let places = new Map<string, Place>()
  forgetters.add(() => {
    places = new Map()
  })
  return () => places
}

/** State that is restored when the user returns to the screen. */
export function useKeptState<Value>(placesOf: () => Map<string, Value>, initial: Value) {
  const { pathname } = useLocation()
  const [places] = useState(placesOf)
  const [value, setValue] = useState(() => places.get(pathname) ?? initial)
  useEffect(() => {
    places.set(pathname, value)
  }, [places, pathname, value])
  return [value, setValue] as const
}
