import { CallError, isOutcomeUnknown } from '@console/shared-kernel/core'

/** Servers without versions may not allow the header. @param key the same when the change is sent again */
export const keyHeader = (version: string | null, key: string): Record<string, string> =>
  version === null ? {} : { 'Idempotency-Key': key }

/** @param rest what may have been done, as in 'the user was created', and what to do next */
export const lostAnswerText = (rest: string): string =>
  `No answer was received. It is not known whether ${rest}`

/** A handler for `catch`: throws `text` if the change may have been made, or else the original error. */
export const explainLostAnswer =
  (text: string) =>
  (cause: unknown): never => {
    if (!isOutcomeUnknown(cause)) throw cause
    throw new CallError(text, { status: (cause as CallError).status, cause })
  }
