import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { hideToast, showActionToast, showToast } from '../client/toasts'

beforeEach(() => {
  jest.useFakeTimers()
  renderPart(
    <main>
      <button>page</button>
    </main>,
  )
})
afterEach(() => {
  jest.useRealTimers()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))
const focus = (element: HTMLElement) => act(() => element.focus())
const show = (...toast: Parameters<typeof showToast>) => act(() => showToast(...toast))

describe('[USERS-12] [MACHINES-9] a toast', () => {
  test('[CONST-5] closes after 6000 ms', () => {
    show('Saved')
    expect(screen.getByRole('status')).toHaveTextContent('Saved')
    pass(5999)
    expect(screen.getByText('Saved')).toBeVisible()
    pass(1)
    expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  })

  test('is an alert for an error', () => {
    show('Failed', 'error')
    expect(screen.getByRole('alert')).toHaveTextContent('Failed')
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })

  test('is raised like a menu', () => {
    show('Saved')
    expect(screen.getByRole('status')).toHaveClass('MuiPaper-elevation8')
  })

  test('stays above a newer one, and each has its full time', () => {
    show('First')
    pass(5000)
    show('Second', 'info')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['First', 'Second'])
    pass(1000)
    expect(screen.queryByText('First')).not.toBeInTheDocument()
    pass(4999)
    expect(screen.getByText('Second')).toBeVisible()
    pass(1)
    expect(screen.queryByText('Second')).not.toBeInTheDocument()
  })

  test('is one of at most four, and reserves space below the screen', () => {
    for (const text of ['1', '2', '3', '4', '5']) show(text)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['2', '3', '4', '5'])
    expect(document.documentElement.style.getPropertyValue('--toasts')).not.toBe('')
    act(() => hideToast())
    expect(document.documentElement.style.getPropertyValue('--toasts')).toBe('')
  })

  test('with an action is the last one to make room for a fifth', () => {
    show('Failed', 'error')
    act(() => showActionToast('Blocked', { label: 'Undo', onClick: () => undefined }))
    for (const text of ['1', '2', '3']) show(text)
    const messages = () => document.querySelectorAll('.MuiAlert-message')
    expect([...messages()].map(({ textContent }) => textContent)).toEqual(['Failed', 'BlockedUndo', '2', '3'])
    for (const text of ['4', '5', '6']) show(text, 'error')
    expect([...messages()].map(({ textContent }) => textContent)).toEqual(['BlockedUndo', '4', '5', '6'])
  })

  test('with the same text as another names the target of its action', () => {
    const showUndo = (of: string) =>
      act(() =>
        showActionToast('Blocked', {
          label: 'Undo',
          ariaLabel: `Undo block of ${of}`,
          onClick: () => undefined,
        }),
      )
    showUndo('ana')
    expect(screen.getByRole('button', { name: 'Undo block of ana' })).toHaveTextContent(/^Undo$/)
    showUndo('bea')
    for (const name of ['ana', 'bea'])
      expect(screen.getByText(`Undo block of ${name}`)).toBe(
        screen.getByRole('button', { name: `Undo block of ${name}` }),
      )
  })

  test('replaces an earlier one with the same key, and no other', () => {
    show('Failed: ana', 'error', 'credit.1')
    show('Failed: bea', 'error', 'credit.2')
    show('Failed: all', 'error')
    show('Saved', 'success', 'credit.1')
    show('Saved too')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Failed: bea',
      'Failed: all',
    ])
    expect(screen.getByText('Saved')).toBeVisible()
  })

  test('that is shown again with the same text restarts its time', () => {
    show('Saved')
    pass(5000)
    show('Saved')
    pass(5000)
    expect(screen.getAllByText('Saved')).toHaveLength(1)
  })

  test('is closed by its button, but not by a click elsewhere', () => {
    show('Saved')
    pass(500)
    fireEvent.click(screen.getByText('page'))
    expect(screen.getByText('Saved')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
    expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  })

  test('has a button for its action, which runs once and closes the toast', () => {
    const onClick = jest.fn()
    act(() => showActionToast('Blocked', { label: 'Undo', onClick }))
    expect(screen.getByRole('status')).toHaveTextContent('Blocked')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Blocked')).not.toBeInTheDocument()
  })

  test('without an action has only a close button', () => {
    show('Saved')
    expect(screen.getAllByRole('button').map((button) => button.title || button.textContent)).toEqual([
      'page',
      'Close notification',
    ])
  })

  test('stays open if Escape is pressed elsewhere', () => {
    act(() => showActionToast('Blocked', { label: 'Undo', onClick: () => undefined }))
    focus(screen.getByText('page'))
    fireEvent.keyDown(screen.getByText('page'), { key: 'Escape' })
    pass(500)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test.each(['its button', 'Escape', 'the time'])(
    'that is closed by %s while it has the focus returns the focus',
    (way) => {
      focus(screen.getByText('page'))
      show('Saved')
      const button = screen.getByRole('button', { name: 'Close notification' })
      focus(button)
      if (way === 'its button') fireEvent.click(button)
      if (way === 'Escape') fireEvent.keyDown(button, { key: 'Escape' })
      // the time runs on once the pointer has left
      if (way === 'the time') fireEvent.mouseOut(button)
      pass(3000)
      pass(0)
      expect(screen.queryByText('Saved')).not.toBeInTheDocument()
      expect(screen.getByText('page')).toHaveFocus()
    },
  )

  test('that closes without having the focus does not move it', () => {
    focus(screen.getByText('page'))
    screen.getByText('page').blur()
    show('Saved')
    pass(6000)
    pass(0)
    expect(document.body).toHaveFocus()
  })
})
