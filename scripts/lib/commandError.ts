/** A problem that the user can fix: printed without a stack trace. */
export class Fault extends Error {
  override readonly name = 'Fault'
}
