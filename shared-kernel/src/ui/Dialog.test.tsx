import { describe, expect, jest, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { Dialog } from './Dialog'

function show() {
  const onClose = jest.fn()
  const { user } = renderPart(
    <Dialog onClose={onClose} aria-label="Details">
      Inside
    </Dialog>,
  )
  const backdrop = screen.getByRole('dialog').parentElement!
  const clickBackdrop = (detail: number) => {
    fireEvent.mouseDown(backdrop, { detail })
    fireEvent.click(backdrop, { detail })
  }
  return { onClose, user, clickBackdrop }
}

describe('a dialog', () => {
  test('closes on Escape and on a click outside', async () => {
    const { onClose, user, clickBackdrop } = show()
    await user.keyboard('{Escape}')
    clickBackdrop(1)
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('stays open on the second click of a double click that opened it', () => {
    const { onClose, clickBackdrop } = show()
    clickBackdrop(2)
    expect(onClose).not.toHaveBeenCalled()
  })
})
