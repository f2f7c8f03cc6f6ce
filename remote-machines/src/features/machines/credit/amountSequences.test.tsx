import { expect, jest, test } from '@jest/globals'
import { cleanup, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { parseAmount } from '@console/shared-kernel/domain'
import { creditForTests } from '../../../../testing/machines'

const { server, openAlone, CREDIT } = creditForTests()
jest.setTimeout(120_000)

type Step = { type: string } | { paste: string } | 'all' | 'erase' | 'save'

/** The field as the user sees it: its text, and whether Save must wait for an edit. */
interface Seen {
  text: string
  /** The next input replaces the whole text. */
  marked: boolean
  held: false | 'comma' | 'paste'
  /** The comma was typed over selected text. */
  over?: boolean
}

const PASTES: Readonly<Record<string, string | null>> = {
  '600': '600',
  '1.5': '1.5',
  '$1,234.56': '1234.56',
  '12,50': null,
  '1,234': null,
  abc: null,
}
const isAmount = (text: string) => /^[0-9]*[.]?[0-9]*$/.test(text)

/** Whether `next` is `text` with digits inserted in one place. */
const hasMoreDigits = (text: string, next: string) =>
  Array.from(text + ' ').some((_, at) => {
    const [before, behind] = [text.slice(0, at), text.slice(at)]
    const added = next.slice(at, next.length - behind.length)
    return /^\d+$/.test(added) && next === before + added + behind
  })

/**
 * Added digits, or digits that replace what was selected when the comma was typed, may be the decimals of the
 * rejected comma. Input that replaces a later selection is a new amount.
 */
function isHeldStill({ held, text, marked, over = false }: Seen, next: string, hasPoint: boolean) {
  const isNew = marked && !over
  return held === 'comma' && !isNew && (hasMoreDigits(text, next) || (marked && !hasPoint)) ? held : false
}

/** The model: what the field must show after a step. */
function after(seen: Seen, step: Step): Seen {
  const kept = seen.marked ? '' : seen.text
  if (step === 'all') return { ...seen, marked: seen.text !== '' }
  if (step === 'save') return seen
  if (step === 'erase') {
    const text = seen.marked ? '' : seen.text.slice(0, -1)
    return { text, marked: false, held: text === seen.text ? seen.held : false }
  }
  if ('paste' in step) {
    const plain = PASTES[step.paste] ?? null
    const text = kept + (plain ?? '')
    if (plain === null || !isAmount(text)) return { ...seen, held: 'paste' }
    if (text === seen.text) return { ...seen, marked: false }
    return { text, marked: false, held: isHeldStill(seen, text, plain.includes('.')) }
  }
  if (step.type === ',') return { ...seen, held: 'comma', over: seen.marked }
  const text = kept + step.type
  if (!isAmount(text)) return seen
  if (text === seen.text) return { ...seen, marked: false }
  return { text, marked: false, held: isHeldStill(seen, text, step.type === '.') }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('0', '1', '5', '.', ',', 'x', '$').map((type): Step => ({ type })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(PASTES)).map((paste): Step => ({ paste })) },
    { weight: 3, arbitrary: fc.constantFrom<Step>('all', 'erase', 'save') },
  ),
  { minLength: 1, maxLength: 12 },
)

test('after any sequence of typing and pasting, the shown amount is the one that is sent', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      cleanup()
      const earlier = server().writes().length
      server().on(CREDIT, { status: 400, body: { message: 'no' } })
      const { user, field } = openAlone()
      const dialog = screen.getByRole('dialog')
      let seen: Seen = { text: '1234.50', marked: true, held: false }
      const expected: number[] = []
      for (const step of sequence) {
        if (step === 'all') (field as HTMLInputElement).select()
        else if (step === 'erase') await user.keyboard('{Backspace}')
        else if (step !== 'save') await ('type' in step ? user.keyboard(step.type) : user.paste(step.paste))
        else {
          await user.keyboard('{Enter}')
          const cents = seen.held ? null : parseAmount(seen.text)
          if (cents !== null) expected.push(cents)
          const question = screen.queryByRole('button', { name: 'Change credit' })
          if (question) await user.click(question)
          if (cents !== null) await within(dialog).findByText('no')
          field.focus()
        }
        const [from, to] = [
          (field as HTMLInputElement).selectionStart,
          (field as HTMLInputElement).selectionEnd,
        ]
        seen = after(seen, step)
        expect({ text: (field as HTMLInputElement).value, marked: from !== to }).toEqual({
          text: seen.text,
          marked: seen.marked,
        })
        const shown = seen.held ? null : parseAmount(seen.text)
        if (shown === null) expect(within(dialog).queryByText(/ → /)).not.toBeInTheDocument()
        else
          expect(within(dialog).getByText(/ → /)).toHaveTextContent(
            `→ ${new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(shown / 100)} (`,
          )
      }
      const sent = server()
        .writes()
        .slice(earlier)
        .map(({ body }) => Math.round((JSON.parse(body) as { amount: number }).amount * 100))
      expect(sent).toEqual(expected)
    }),
    {
      numRuns: process.env['CONSOLE_TEST_ALL'] ? 100 : 8,
      examples: [
        // an amount with a decimal point is pasted over the selection after a rejected comma
        [[{ type: ',' }, { paste: '$1,234.56' }, 'save', 'all']],
        // the result is shown after a rejected key
        [[{ type: 'x' }, { type: '0' }]],
        [[{ type: '.' }, { type: ',' }, 'all', { type: 'x' }, { type: '0' }, 'all']],
        // the new amount contains the digits of the old one
        [[{ type: '0' }, { type: ',' }, 'all', { paste: '600' }]],
      ],
    },
  )
})
