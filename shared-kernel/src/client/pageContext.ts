import { createContext, use, useContext } from 'react'
import { matchPath } from 'react-router-dom'
import type { User } from '../contracts/user'
import type { OpenKind } from '../release/release'

export const CurrentUserContext = createContext<User | null>(null)

/** Also set while an ended session waits for a new sign-in. @throws Error outside the protected area */
export function useCurrentUser(): User {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser() is for screens inside the protected area.')
  return user
}

/** Null if unknown, as in a remote that runs alone. */
export const ServedPathsContext = createContext<readonly string[] | null>(null)

/** Whether an address leads to a screen; its remote may be missing. */
export function useIsServed(): (to: string) => boolean {
  const paths = useContext(ServedPathsContext)
  return (to) => {
    const [pathname = ''] = to.split(/[?#]/)
    // '?...' stays on its own screen
    return paths === null || pathname === '' || paths.some((path) => matchPath(path, pathname) !== null)
  }
}

/** The kinds for which a release has a panel. Null if unknown, as in a remote that runs alone. */
export const OfferedPanelsContext = createContext<readonly OpenKind[] | null>(null)

/** Whether a panel can be shown for this kind. True if unknown. */
export function useOffersPanel(): (kind: OpenKind) => boolean {
  const kinds = use(OfferedPanelsContext)
  return (kind) => kinds === null || kinds.includes(kind)
}
