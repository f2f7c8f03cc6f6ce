/*
 * For tests outside of jest and of a page: the two documents, what a server may answer instead of the truth, and what
 * a saved workbook holds.
 */
export { CALL_FAULTS, type CallFault } from './callFaults'
export { changed, deployed, environment, release } from './documents'
export { type Answer, respond } from './server'
export { unzip } from './unzip'
