import { reasonQuestionStore } from '../../client/reasonQuestion'
import { useStore } from '../../client/store'
import { lazyWithRetry } from '../lazyWithRetry'

const ReasonDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "reason-dialog" */ './ReasonDialog')).ReasonDialog,
)

/** The dialog of a question that `askForReason` asks. */
export function ReasonQuestion() {
  const question = useStore(reasonQuestionStore)
  return question && <ReasonDialog title={question.title} onAnswer={question.answer} />
}
