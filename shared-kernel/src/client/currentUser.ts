import { createContext, use } from 'react'
import type { User } from '../contracts/user'

export const CurrentUserContext = createContext<User | null>(null)

/** Also set while an ended session waits for a new sign-in. @throws Error outside the protected area */
export function useCurrentUser(): User {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('useCurrentUser() is for screens inside the protected area.')
  return user
}
