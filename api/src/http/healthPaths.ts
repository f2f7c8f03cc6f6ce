export const ALIVE_PATH = '/healthz'
export const READY_PATH = '/readyz'
/** Exempt from limits, so that monitoring is not refused when users are. */
export const HEALTH_PATHS: readonly string[] = [ALIVE_PATH, READY_PATH]
