/* Test tools that need neither jest nor a page. */
export { CALL_FAULTS, type CallFault } from './callFaults'
export { changed, deployed, environment, release } from './documents'
export { type Answer, respond } from './server'
export { unzip } from './unzip'
