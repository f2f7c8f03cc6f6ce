/** An error that the operator can fix, of the server or one of its commands. Printed without a stack; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
