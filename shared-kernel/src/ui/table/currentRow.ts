import { createContext, use } from 'react'

/** Whether the row around is the one that takes part in the tab order. */
export const CurrentRowContext = createContext(true)

/** The `tabIndex` of a control in a row: Tab leads through the current row's alone. */
export const useRowTabIndex = (): 0 | -1 => (use(CurrentRowContext) ? 0 : -1)
