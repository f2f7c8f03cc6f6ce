/**
 * Node flag for processes on the embedded engine that live for seconds or minutes: optimizing the engine's
 * WebAssembly does not pay off.
 */
export const SHORT_LIVED = '--liftoff-only'
