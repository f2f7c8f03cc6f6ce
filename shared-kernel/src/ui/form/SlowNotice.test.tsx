import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderAt } from '../../../testing/render'
import { proofAskedStore } from '../../client/proof'
import { ConfirmDialog } from './ConfirmDialog'
import { FormDialog } from './FormDialog'

let end = () => {}
const action = () => new Promise<void>((resolve) => (end = resolve))
const common = { title: 'A', onClose: () => {} }

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test.each<[string, ReactNode]>([
  [
    'form',
    <FormDialog {...common} submitLabel="Do it" changed onSubmit={action}>
      <input aria-label="Note" />
    </FormDialog>,
  ],
  [
    'confirmation',
    <ConfirmDialog {...common} confirmLabel="Do it" onConfirm={action}>
      Sure?
    </ConfirmDialog>,
  ],
])('a %s whose action takes 5 s shows what is safe to do, until the action ends', async (_, dialog) => {
  renderAt('/', { '*': dialog })
  for (let time = 0; time < 2; time += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Do it' }))
    await wait(4_900)
    // screen readers announce text that appears in an existing region
    const region = screen.getByRole('status')
    expect(region).toBeEmptyDOMElement()
    await wait(200)
    expect(region).toBeInTheDocument()
    expect(region).toHaveTextContent(
      /^Taking longer than usual\. You can wait: the result will appear here\. If you leave, check whether/,
    )
    await act(async () => end())
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  }
})

test('a change behind a request for proof is not reported as slow: it waits for the user', async () => {
  const question = (
    <ConfirmDialog {...common} confirmLabel="Do it" onConfirm={action}>
      Sure?
    </ConfirmDialog>
  )
  renderAt('/', { '*': question })
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }))
  await wait(5_100)
  expect(screen.getByRole('status')).toHaveTextContent(/^Taking longer/)
  act(() => proofAskedStore.set(true))
  await wait(60_000)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => proofAskedStore.set(false))
  await wait(4_900)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await wait(200)
  expect(screen.getByRole('status')).toHaveTextContent(/^Taking longer/)
  await act(async () => end())
})
