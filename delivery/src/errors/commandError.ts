/**
 * One reason per line. Nothing has changed, except where it is OutcomeUnknown. The API has a class of this name
 * for the same purpose: this package is published without it.
 */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'

  constructor(...reasons: string[]) {
    super(reasons.join('\n'))
  }
}

/** The change was sent, but no answer says whether it was made. */
export class OutcomeUnknown extends CommandError {
  override readonly name = 'OutcomeUnknown'
}

/** The browser cannot start its sandbox here, and `VERIFY_SANDBOX` is not off. */
export class SandboxUnavailable extends CommandError {
  override readonly name = 'SandboxUnavailable'
}

export class UsageError extends CommandError {
  override readonly name = 'UsageError'
}
