/** An error that the operator can fix. Printed without a stack; the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError'
}
