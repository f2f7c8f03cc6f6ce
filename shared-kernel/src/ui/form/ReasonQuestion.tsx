import { useEffect } from 'react'
import { cancelReasonQuestion, reasonQuestionStore } from '../../client/reasonQuestion'
import { useStore } from '../../client/store'
import { lazyWithRetry } from '../lazyWithRetry'

const ReasonDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "reason-dialog" */ './ReasonDialog')).ReasonDialog,
)

/** The dialog of a question from `askForReason`. */
export function ReasonQuestion() {
  const question = useStore(reasonQuestionStore)
  // the next user must not answer it
  useEffect(() => () => cancelReasonQuestion(), [])
  return question && <ReasonDialog key={question.title} asked={question} />
}
