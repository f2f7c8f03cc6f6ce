/** What the tool refuses to do, in words for the person who asked; one reason a line. Nothing has changed. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'

  constructor(...reasons: string[]) {
    super(reasons.join('\n'))
  }
}

/** It was sent, and no answer says whether it was done. */
export class OutcomeUnknown extends CommandError {
  override readonly name = 'OutcomeUnknown'
}

/** The command line could not be read as a command. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
}
