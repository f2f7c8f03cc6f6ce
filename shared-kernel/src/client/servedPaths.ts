import { createContext, useContext } from 'react'
import { matchPath } from 'react-router-dom'

/** Null if unknown, as in a remote that runs alone. */
export const ServedPathsContext = createContext<readonly string[] | null>(null)

/** Whether an address leads to a screen, because a remote may be missing. */
export function useIsServed(): (to: string) => boolean {
  const paths = useContext(ServedPathsContext)
  return (to) => {
    const [pathname = ''] = to.split(/[?#]/)
    // '?...' stays on its own screen
    return paths === null || pathname === '' || paths.some((path) => matchPath(path, pathname) !== null)
  }
}
