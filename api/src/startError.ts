/**
 * The process cannot do what it was asked to, for a reason that the one who started it can remove.
 * Printed as it is, without a stack; the exit code is 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
