/* For tests outside of jest and of a page: the two documents, and what a server may answer instead of the truth. */
export { CALL_FAULTS, type CallFault } from './callFaults'
export { changed, deployed, environment, release } from './documents'
export { type Answer, respond } from './server'
