import { asRecord, readInteger } from '../contracts/wireReaders'
import { featuresStore } from './features'
import { createStore } from './store'

/** A question that may appear over any screen: the dialog of the change that is undone has closed. */
interface ReasonQuestion {
  /** A title such as 'Undo credit of ana Slot 1'. */
  title: string
  /** @param reason null if the user gives none */
  answer: (reason: string | null) => void
}

export const reasonQuestionStore = createStore<ReasonQuestion | null>(null)

/** Cancels the question; its change is not made. */
export const cancelReasonQuestion = () => reasonQuestionStore.get()?.answer(null)

/**
 * Asks for a reason if a change of credit by this amount needs one. A question that is still open is cancelled.
 * @returns what is added to the body of the change; null if the user gives no reason
 */
export async function askForReason(title: string, cents: number): Promise<{ reason?: string } | null> {
  const required = readInteger(asRecord(featuresStore.get()['reason'])['requiredAboveCents'])
  if (required === undefined || Math.abs(cents) <= required) return {}
  cancelReasonQuestion()
  const reason = await new Promise<string | null>((resolve) => {
    const answer = (given: string | null) => {
      reasonQuestionStore.set(null)
      resolve(given)
    }
    reasonQuestionStore.set({ title, answer })
  })
  return reason === null ? null : { reason }
}
