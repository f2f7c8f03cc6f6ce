/**
 * Node's flag for a process on the embedded engine that lives for seconds or minutes: compiling the engine's code
 * again to run faster does not pay.
 */
export const SHORT_LIVED = '--liftoff-only'
