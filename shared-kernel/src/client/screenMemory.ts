import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionStore } from './storedSession'

const forgetters = new Set<() => void>()

/** Forgets where the user was on every screen. */
export const forgetPlaces = (): void => forgetters.forEach((forget) => forget())

let owner = sessionStore.get().user?.userId
sessionStore.subscribe(() => {
  const { user, left } = sessionStore.get()
  if (left || (user && user.userId !== owner)) forgetPlaces()
  if (user) owner = user.userId
})

/**
 * What screens remember, by path, until sign-out or until another user signs in.
 *
 * @returns reads the map of the present session. Read it when a component mounts: what is left of the
 *   screens of an earlier session then writes into that session's map.
 */
export function createPlaces<Place>(): () => Map<string, Place> {
  let places = new Map<string, Place>()
  forgetters.add(() => {
    places = new Map()
  })
  return () => places
}

/** State of a screen that is as it was left when its user comes back. */
export function useKeptState<Value>(placesOf: () => Map<string, Value>, initial: Value) {
  const { pathname } = useLocation()
  const [places] = useState(placesOf)
  const [value, setValue] = useState(() => places.get(pathname) ?? initial)
  useEffect(() => {
    places.set(pathname, value)
  }, [places, pathname, value])
  return [value, setValue] as const
}
