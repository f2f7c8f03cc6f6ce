import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { renderPart } from '../../../testing/render'
import { hasUnsavedChanges } from '../../client/unsavedChanges'
import { ConfirmDialog } from './ConfirmDialog'

function show(over: Partial<ComponentProps<typeof ConfirmDialog>> = {}) {
  const onClose = jest.fn()
  const dialog = (
    <ConfirmDialog title="Sure?" confirmLabel="Do it" onConfirm={async () => {}} onClose={onClose} {...over}>
      It cannot be undone.
    </ConfirmDialog>
  )
  return { onClose, ...renderPart(dialog) }
}
const button = (name: string) => screen.getByRole('button', { name })

describe('a confirmation', () => {
  test('is a dialog named by its title', () => {
    show()
    expect(
      within(screen.getByRole('dialog', { name: 'Sure?' })).getByText('It cannot be undone.'),
    ).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    [false, 'Do it'],
    [true, 'Cancel'],
  ])('with destructive %p has the initial focus on %s', (destructive, name) => {
    show({ destructive })
    expect(button(name)).toHaveFocus()
  })

  test('closes on Cancel and on Escape', async () => {
    const { user, onClose } = show({ cancelLabel: 'No' })
    await user.click(button('No'))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('runs once, with a spinner until it is done, and can then be used again', async () => {
    let end = () => {}
    const onConfirm = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const { user, onClose } = show({ onConfirm })
    act(() => {
      button('Do it').click()
      button('Do it').click()
    })
    expect(onConfirm).toHaveBeenCalledTimes(1)
    expect(within(button('Do it')).getByRole('progressbar')).toBeVisible()
    expect(button('Cancel')).toBeDisabled()
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await act(async () => end())
    expect(button('Do it')).toBeEnabled()
    expect(button('Do it')).toHaveFocus()
    await user.click(button('Do it'))
    expect(onConfirm).toHaveBeenCalledTimes(2)
    await act(async () => end())
  })

  test.each(['Cancel', 'Escape'])(
    'with typed fields holds a draft, and asks before %s loses it',
    async (way) => {
      const { user, onClose } = show({ changed: true })
      expect(hasUnsavedChanges()).toBe(true)
      await (way === 'Cancel' ? user.click(button('Cancel')) : user.keyboard('{Escape}'))
      expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
      expect(onClose).not.toHaveBeenCalled()
      await user.click(button('Discard'))
      expect(onClose).toHaveBeenCalledTimes(1)
    },
  )

  test('shows a failure', () => {
    show({ error: 'No room' })
    expect(screen.getByRole('alert')).toHaveTextContent('No room')
  })
})
