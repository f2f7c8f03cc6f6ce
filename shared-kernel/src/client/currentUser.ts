import { createContext, use } from 'react'
import type { User } from '../contracts/user'

export const CurrentUserContext = createContext<User | null>(null)

/** The signed-in user, for screens. @throws Error where no user is signed in */
export function useCurrentUser(): User {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser() is for screens inside the protected area.')
  return user
}
