import { createContext, use } from 'react'

export const CurrentRowContext = createContext(true)

export const useRowTabIndex = (): 0 | -1 => (use(CurrentRowContext) ? 0 : -1)
