import { createEvents } from './events'

/** The page's own, from its start on: the host fails, and is told of, also where there is no composition yet. */
export const pageEvents = createEvents()
