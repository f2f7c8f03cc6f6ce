import { useEffect } from 'react'
import { cancelUndoQuestion, undoQuestionStore } from '../../client/undoQuestion'
import { useStore } from '../../client/store'
import { lazyWithRetry } from '../lazyWithRetry'

const UndoDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "undo-dialog" */ './UndoDialog')).UndoDialog,
)

/** The dialog for a question from `confirmUndo`. */
export function UndoQuestion() {
  const question = useStore(undoQuestionStore)
  // the next user must not answer the question
  useEffect(() => () => cancelUndoQuestion(), [])
  return question && <UndoDialog key={question.title} asked={question} />
}
