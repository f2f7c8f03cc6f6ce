import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState, type ComponentProps } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { renderAt } from '../../../testing/render'
import { hasUnsavedChanges } from '../../client/unsavedChanges'
import { FormDialog } from './FormDialog'

type Props = Partial<ComponentProps<typeof FormDialog>>

/** A form with one field, which counts as changed as soon as something is typed. */
function Note(props: Props) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(true)
  if (!open) return <p>closed</p>
  return (
    <FormDialog
      title="Write a note"
      submitLabel="Save"
      changed={text !== ''}
      onSubmit={async () => setOpen(false)}
      onClose={() => setOpen(false)}
      {...props}
    >
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} autoFocus />
    </FormDialog>
  )
}
/** A form that the server rejects. */
function RejectedForm() {
  const [error, setError] = useState<string | null>(null)
  return <Note error={error} onSubmit={async () => setError('No room')} />
}
const show = (props: Props = {}) => renderAt('/', { '*': <Note {...props} /> })

const dialog = () => screen.getByRole('dialog', { name: 'Write a note' })
const note = () => screen.getByLabelText('Note')
const button = (name: string) => screen.getByRole('button', { name })
const question = () => screen.queryByRole('dialog', { name: 'Discard changes?' })

/** A write that lasts until the test ends it. */
function pending() {
  let end = () => {}
  const write = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
  return { write, end: () => act(async () => end()) }
}

describe('a form in a dialog', () => {
  test('is named by its title, and begins with the focus in its first field', () => {
    show()
    expect(within(dialog()).getByLabelText('Note')).toHaveFocus()
    expect(button('Cancel')).toBeEnabled()
    expect(button('Save')).toBeEnabled()
  })

  test('focuses its first field even if no field requests the focus', () => {
    const form = (
      <FormDialog title="Choose" submitLabel="Save" changed onSubmit={async () => {}} onClose={() => {}}>
        <button>Section</button>
        <input aria-label="Locked" disabled />
        <input aria-label="Hidden" aria-hidden />
        <input aria-label="First" type="checkbox" />
        <input aria-label="Second" />
      </FormDialog>
    )
    renderAt('/', { '*': form })
    expect(screen.getByLabelText('First')).toHaveFocus()
  })

  test('submits with Enter', async () => {
    const { user } = show()
    await user.type(note(), 'a{Enter}')
    expect(await screen.findByText('closed')).toBeVisible()
  })

  test('submits once for many clicks, and cannot be closed meanwhile', async () => {
    const { write, end } = pending()
    const { user } = show({ onSubmit: write, busyLabel: 'Saving...' })
    await user.type(note(), 'a{Enter}{Enter}')
    expect(within(button('Saving...')).getByRole('progressbar')).toBeVisible()
    expect(button('Saving...')).toBeDisabled()
    expect(button('Cancel')).toBeDisabled()
    await user.keyboard('{Enter}{Escape}')
    await user.click(document.querySelector('.MuiDialog-container')!)
    expect(question()).toBeNull()
    expect(dialog()).toBeVisible()
    await end()
    expect(write).toHaveBeenCalledTimes(1)
    expect(button('Save')).toBeEnabled()
    await user.type(note(), '{Enter}')
    expect(write).toHaveBeenCalledTimes(2)
    await end()
  })

  test('treats two clicks at the same moment as one', async () => {
    const { write, end } = pending()
    show({ onSubmit: write })
    act(() => {
      button('Save').click()
      button('Save').click()
    })
    expect(write).toHaveBeenCalledTimes(1)
    await end()
  })

  test('does not submit while it is invalid, even with Enter', async () => {
    const { write } = pending()
    const { user } = show({ onSubmit: write, canSubmit: false })
    expect(button('Save')).toBeDisabled()
    await user.type(note(), 'a{Enter}')
    expect(write).not.toHaveBeenCalled()
  })

  test('shows a failure, and keeps the input', async () => {
    const { user } = renderAt('/', { '*': <RejectedForm /> })
    await user.type(note(), 'draft')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(button('Save'))
    expect(await screen.findByRole('alert')).toHaveTextContent('No room')
    expect(note()).toHaveValue('draft')
  })
})

const leaving = { go: () => {} }
function Leaving() {
  const navigate = useNavigate()
  leaving.go = () => void navigate('/elsewhere')
  return <Note />
}

describe('leaving a form', () => {
  test.each(['Cancel', 'Escape', 'a click outside it'])('by %s closes it if it is empty', async (way) => {
    const { user } = show()
    await leaveBy(user, way)
    expect(await screen.findByText('closed')).toBeVisible()
  })

  test.each(['Cancel', 'Escape', 'a click outside it'])('by %s asks first if it has input', async (way) => {
    const { user } = show()
    await user.type(note(), 'draft')
    await leaveBy(user, way)
    expect(question()).toBeVisible()
    // Enter must not discard it by accident
    expect(button('Keep editing')).toHaveFocus()
    await user.click(button('Keep editing'))
    await waitFor(() => expect(question()).toBeNull())
    expect(note()).toHaveValue('draft')

    await leaveBy(user, way)
    await user.click(button('Discard'))
    expect(await screen.findByText('closed')).toBeVisible()
  })

  test('by Back asks first, and the form stays open or closes as chosen', async () => {
    const { user } = renderAt('/before', { '/before': <Link to="/note">Write</Link>, '/note': <Note /> })
    await user.click(screen.getByRole('link', { name: 'Write' }))
    await user.type(note(), 'draft')
    act(() => history.back())
    await waitFor(() => expect(question()).toBeVisible())
    await waitFor(() => expect(location.pathname).toBe('/note'))
    await user.click(button('Keep editing'))
    expect(note()).toHaveValue('draft')

    act(() => history.back())
    await waitFor(() => expect(question()).toBeVisible())
    await user.click(button('Discard'))
    expect(await screen.findByText('closed')).toBeVisible()
    expect(location.pathname).toBe('/note')
  })

  test('by a link asks first, and the user stays or leaves as chosen', async () => {
    const leave = async () => {
      // while the test waits: the router asks in a transition, which outlives `act`
      setTimeout(() => leaving.go())
      await waitFor(() => expect(question()).toBeVisible())
    }
    const { user } = renderAt('/note', { '/elsewhere': <p>elsewhere</p>, '/note': <Leaving /> })
    await user.type(note(), 'draft')
    await leave()
    await user.click(button('Keep editing'))
    expect(note()).toHaveValue('draft')
    await leave()
    await user.click(button('Discard'))
    expect(await screen.findByText('elsewhere')).toBeVisible()
  })

  test('by closing the tab asks only if it has input', async () => {
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = show()
    expect([asks(), hasUnsavedChanges()]).toEqual([false, false])
    await user.type(note(), 'draft')
    expect([asks(), hasUnsavedChanges()]).toEqual([true, true])
    await user.clear(note())
    expect([asks(), hasUnsavedChanges()]).toEqual([false, false])
    await user.type(note(), 'draft{Enter}')
    await screen.findByText('closed')
    expect([asks(), hasUnsavedChanges()]).toEqual([false, false])
  })
})

async function leaveBy(user: ReturnType<typeof show>['user'], way: string) {
  if (way === 'Cancel') await user.click(button('Cancel'))
  else if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(dialog().closest('.MuiDialog-container')!)
}
