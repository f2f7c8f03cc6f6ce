import { CommandError } from '@console/shared-kernel/command'

/** The change was sent, but no answer says whether it was made. */
export class OutcomeUnknown extends CommandError {
  override readonly name = 'OutcomeUnknown'
}

/** The browser cannot start its sandbox here, and `VERIFY_SANDBOX` is not off. */
export class SandboxUnavailable extends CommandError {
  override readonly name = 'SandboxUnavailable'
}
