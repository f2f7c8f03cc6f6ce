import { useEffect } from 'react'
import { expect, jest, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { useSingleFlight } from './useSingleFlight'

test('an action may start as soon as the button is enabled again', async () => {
  const next = jest.fn(() => Promise.resolve())
  let end = (): void => undefined
  const first = () => new Promise<void>((resolve) => (end = resolve))
  function Button() {
    const { busy, run } = useSingleFlight()
    useEffect(() => {
      if (busy && next.mock.calls.length === 0) return () => void run(next)
    })
    return (
      <button disabled={busy} onClick={() => void run(first)}>
        Save
      </button>
    )
  }
  const { unmount } = render(<Button />)
  act(() => screen.getByRole('button').click())
  await act(async () => end())
  expect(next).toHaveBeenCalledTimes(1)
  unmount()
})
