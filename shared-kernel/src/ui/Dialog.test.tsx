import { describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { renderAt, renderPart } from '../../testing/render'
import { AddressDialog } from '../client/navigationGuard'
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

  test('stays while it is busy, and Back does not leave its address', async () => {
    const onClose = jest.fn()
    const sending = (
      <AddressDialog>
        <Dialog onClose={onClose} busy aria-label="Details">
          Inside
        </Dialog>
      </AddressDialog>
    )
    const { user } = renderAt('/before', { '/before': <Link to="/sending">Send</Link>, '/sending': sending })
    await user.click(screen.getByRole('link'))
    await user.keyboard('{Escape}')
    const steps = jest.spyOn(history, 'go')
    act(() => history.back())
    await waitFor(() => expect(steps).toHaveBeenCalledWith(1))
    await waitFor(() => expect(location.pathname).toBe('/sending'))
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })
})
