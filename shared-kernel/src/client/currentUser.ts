import { createContext, use } from 'react'
import type { User } from '../contracts/user'

/** The signed-in user inside the protected area, as the server knows it now. */
export const CurrentUserContext = createContext<User | null>(null)

export function useCurrentUser(): User {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser() is for screens inside the protected area.')
  return user
}
