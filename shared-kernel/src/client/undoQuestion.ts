import { asRecord, readInteger } from '../contracts/wireReaders'
import { featuresStore } from './features'
import { createStore } from './store'

/** A question that may appear over any screen, because the dialog of the change being undone has closed. */
export interface UndoQuestion {
  /** A title such as 'Undo credit of ana Slot 1'. */
  title: string
  /** Asked before the change is undone; null for none. */
  question: string | null
  needsReason: boolean
  /** @param reason '' if none is needed; null if the change is not to be undone */
  answer: (reason: string | null) => void
}

export const undoQuestionStore = createStore<UndoQuestion | null>(null)

/** Cancels the question; its change is not made. */
export const cancelUndoQuestion = () => undoQuestionStore.get()?.answer(null)

/** @param cents the credit difference, up or down @param aboveCents null: no change needs a reason */
export const needsReason = (cents: number, aboveCents: number | null): aboveCents is number =>
  aboveCents !== null && Math.abs(cents) > aboveCents

interface Undo {
  /** A title such as 'Undo credit of ana Slot 1'. */
  title: string
  /** The difference, for a credit change. */
  cents?: number | undefined
  /** Null or absent if the change may be undone without one. */
  question?: string | null | undefined
}

/**
 * Asks the question, and for a reason if a credit change of this amount needs one; asks nothing if neither is
 * needed. A question that is still open is cancelled.
 *
 * @returns what to add to the body of the undo request; null if the undo is cancelled
 */
export async function confirmUndo({
  title,
  cents = 0,
  question = null,
}: Undo): Promise<{ reason?: string } | null> {
  const aboveCents = readInteger(asRecord(featuresStore.get()['reason'])['requiredAboveCents']) ?? null
  const isNeeded = needsReason(cents, aboveCents)
  if (!isNeeded && question === null) return {}
  cancelUndoQuestion()
  const reason = await new Promise<string | null>((resolve) => {
    const answer = (given: string | null) => {
      undoQuestionStore.set(null)
      resolve(given)
    }
    undoQuestionStore.set({ title, question, needsReason: isNeeded, answer })
  })
  if (reason === null) return null
  return isNeeded ? { reason } : {}
}
