import { describe, expect, it, jest } from '@jest/globals'
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
  const beside = screen.getByRole('dialog').parentElement!
  const clickBeside = (detail: number) => {
    fireEvent.mouseDown(beside, { detail })
    fireEvent.click(beside, { detail })
  }
  return { onClose, user, clickBeside }
}

describe('a dialog', () => {
  it('closes on Escape and on a click outside', async () => {
    const { onClose, user, clickBeside } = show()
    await user.keyboard('{Escape}')
    clickBeside(1)
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('stays open on the second click of a double click that opened it', () => {
    const { onClose, clickBeside } = show()
    clickBeside(2)
    expect(onClose).not.toHaveBeenCalled()
  })
})
