import { expect, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { renderAt } from '../../testing/render'
import { textPart, useSecondHistoryEntry, useViewState } from './useViewState'

const SOON = { timeout: 10_000 }
const VIEW = { text: textPart('text') }
let view: { set: (text: string) => void; enter: () => void }

function Page() {
  const [{ text }, set] = useViewState(VIEW)
  const { isSecond, enter } = useSecondHistoryEntry()
  view = { set: set.text, enter }
  return <output>{`${text}|${isSecond}`}</output>
}

type Step = 'change' | 'enter and change' | 'back' | 'forward'
const steps = fc.array(fc.constantFrom<Step>('change', 'enter and change', 'back', 'forward'), {
  maxLength: 8,
})

/** The two entries, each with the text of its address. */
class Model {
  texts = ['']
  at = 0

  apply(step: Step, text: string): void {
    if (step === 'back') this.at = 0
    else if (step === 'forward') this.at = this.texts.length - 1
    else {
      if (step !== 'change' && this.at === 0) {
        // entries ahead in the history are gone
        this.texts = [this.texts[0]!, this.texts[0]!]
        this.at = 1
      }
      this.texts[this.at] = text
    }
  }
}

test('any changes and steps through the history leave each of the two entries with its own view', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      // removes what a failed longer walk has left, which would make all shorter ones fail
      cleanup()
      const model = new Model()
      renderAt('/list', { '*': <Page /> })
      const expectModelState = () =>
        waitFor(() => {
          const text = model.texts[model.at]!
          expect(screen.getByRole('status').textContent).toBe(`${text}|${model.at === 1}`)
          expect(location.search).toBe(text === '' ? '' : `?text=${text}`)
          expect((history.state as { idx: number }).idx).toBe(model.at)
        }, SOON)
      for (const [index, step] of walk.entries()) {
        const text = `t${index}`
        const before = model.at
        model.apply(step, text)
        act(() => {
          if (step === 'enter and change') view.enter()
          if (step === 'change' || step === 'enter and change') view.set(text)
          if (step === 'back' && before === 1) history.back()
          if (step === 'forward' && before < model.at) history.forward()
        })
        await expectModelState()
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
