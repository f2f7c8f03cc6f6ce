import { asRecord, readInteger } from '../contracts/wireReaders'
import { featuresStore } from './features'
import { createStore } from './store'

/** A question that may appear over any screen: the dialog of the change that is undone has closed. */
export interface ReasonQuestion {
  /** A title such as 'Undo credit of ana Slot 1'. */
  title: string
  /** Asked before the change is undone; null for none. */
  question: string | null
  needsReason: boolean
  /** @param reason '' where none is needed, null if the change is not to be undone */
  answer: (reason: string | null) => void
}

export const reasonQuestionStore = createStore<ReasonQuestion | null>(null)

/** Cancels the question; its change is not made. */
export const cancelReasonQuestion = () => reasonQuestionStore.get()?.answer(null)

/** @param cents the difference of a change of credit, up or down @param aboveCents null: no change needs a reason */
export const needsReason = (cents: number, aboveCents: number | null): aboveCents is number =>
  aboveCents !== null && Math.abs(cents) > aboveCents

/**
 * Asks for a reason if a change of credit by this amount needs one, and the given question. One that is
 * still open is cancelled.
 *
 * @param question null if the change may be made without one
 * @returns what is added to the body of the change; null if it is not to be made
 */
export async function askForReason(
  title: string,
  cents: number,
  question: string | null = null,
): Promise<{ reason?: string } | null> {
  const aboveCents = readInteger(asRecord(featuresStore.get()['reason'])['requiredAboveCents']) ?? null
  const isNeeded = needsReason(cents, aboveCents)
  if (!isNeeded && question === null) return {}
  cancelReasonQuestion()
  const reason = await new Promise<string | null>((resolve) => {
    const answer = (given: string | null) => {
      reasonQuestionStore.set(null)
      resolve(given)
    }
    reasonQuestionStore.set({ title, question, needsReason: isNeeded, answer })
  })
  if (reason === null) return null
  return isNeeded ? { reason } : {}
}
