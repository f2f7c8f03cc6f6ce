import { CallError, isUnauthorized, messageOf } from '@console/shared-kernel/core'

/**
 * The text of a failure. Null if the user knows the reason: the sign-in opens by itself, or they declined to show
 * a factor.
 */
export function failureText(failure: unknown, otherwise: string): string | null {
  if (failure instanceof CallError && failure.isProofDeclined) return null
  return isUnauthorized(failure) ? null : messageOf(failure, otherwise)
}
