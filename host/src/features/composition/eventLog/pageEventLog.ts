import { createEventLog } from './eventLog'

/** Exists from the start: the host can fail before there is a composition. */
export const pageEvents = createEventLog()
