export const ALIVE_PATH = '/healthz'
export const READY_PATH = '/readyz'
/** Whoever watches the server asks often, and must not be turned away with everybody else. */
export const HEALTH_PATHS: readonly string[] = [ALIVE_PATH, READY_PATH]
