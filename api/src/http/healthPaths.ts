export const ALIVE_PATH = '/healthz'
export const READY_PATH = '/readyz'
/** Monitoring asks often, and must not be refused when users are. */
export const HEALTH_PATHS: readonly string[] = [ALIVE_PATH, READY_PATH]
