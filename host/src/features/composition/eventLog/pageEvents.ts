import { createEventLog } from './eventLog'

/** The events of the page from its start on: the host can fail before there is a composition. */
export const pageEvents = createEventLog()
