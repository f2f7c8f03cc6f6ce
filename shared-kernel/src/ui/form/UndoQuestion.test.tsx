import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { renderPart } from '../../../testing/render'
import { featuresStore } from '../../client/features'
import { confirmUndo, undoQuestionStore } from '../../client/undoQuestion'

beforeEach(() => featuresStore.set({ reason: { requiredAboveCents: 100 } }))

afterEach(() => featuresStore.set({}))

// `renderPart` draws the questions
const ask = (title: string, cents = 101, question: string | null = null) =>
  act(async () => ({ answer: confirmUndo({ title, cents, question }) }))
const field = () => screen.findByRole('textbox', { name: 'Reason' })

test('a question is cancelled when its user signs out', async () => {
  const { unmount } = renderPart(<p>A screen</p>)
  const { answer } = await ask('Undo credit of ana')
  await field()
  await act(async () => unmount())
  expect(await Promise.race([answer, Promise.resolve('is still open')])).toBeNull()
  expect(undoQuestionStore.get()).toBeNull()
})

test('a second question cancels the first, and starts empty', async () => {
  const { user } = renderPart(<p>A screen</p>)
  const first = await ask('Undo credit of ana')
  await user.type(await field(), 'Paid twice')
  const second = await ask('Undo credit of bea')
  expect(await Promise.race([first.answer, Promise.resolve('is still open')])).toBeNull()
  await screen.findByRole('dialog', { name: 'Undo credit of bea' })
  expect(await field()).toHaveValue('')
  await user.type(await field(), 'Paid to ana')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await second.answer).toEqual({ reason: 'Paid to ana' })
})

test('a reason that was started is not discarded without a question', async () => {
  const { user } = renderPart(<p>A screen</p>)
  const { answer } = await ask('Undo credit of ana')
  await user.type(await field(), 'Paid')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /discard/i }))
  expect(await answer).toBeNull()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a question is answered before anything is undone, by Undo or Cancel, which has the focus', async () => {
  const { user } = renderPart(<p>A screen</p>)
  for (const [button, expected] of [
    ['Cancel', null],
    ['Undo', {}],
  ] as const) {
    const { answer } = await ask('Undo credit of ana', 100, '$900.00 → $0.00 (-$900.00)')
    expect(await screen.findByText('$900.00 → $0.00 (-$900.00)')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: button }))
    expect(await answer).toEqual(expected)
  }
})

test('the question about a change that needs a reason is shown with the field for it', async () => {
  const { user } = renderPart(<p>A screen</p>)
  const { answer } = await ask('Undo credit of ana', 101, '$900.00 → $0.00 (-$900.00)')
  expect(await screen.findByText('$900.00 → $0.00 (-$900.00)')).toBeVisible()
  await user.type(await field(), 'Paid twice{Enter}')
  expect(await answer).toEqual({ reason: 'Paid twice' })
})
