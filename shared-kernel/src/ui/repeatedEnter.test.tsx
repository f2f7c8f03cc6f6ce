import { useState } from 'react'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { renderAt } from '../../testing/render'
import { FormDialog } from './form/FormDialog'

const save = jest.fn(async () => undefined)
const other = jest.fn()

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  const submit = async () => {
    await save()
    setIsOpen(false)
  }
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <button onClick={other}>Other</button>
      {isOpen && (
        <FormDialog
          title="Form"
          submitLabel="Save"
          changed
          onSubmit={submit}
          onClose={() => setIsOpen(false)}
        >
          <input aria-label="Name" autoFocus />
        </FormDialog>
      )}
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open' })

async function savedByEnter() {
  save.mockClear()
  const { user } = renderAt('/', { '*': <Opener /> })
  await user.click(opener())
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveFocus()
  return user
}

/** The page's clock, in ms since the dialog closed. */
let clock = 0
beforeEach(() => {
  clock = 0
  jest.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => void jest.restoreAllMocks())

test('for up to two seconds, repeated Enters do not reopen the dialog that the first one closed', async () => {
  const user = await savedByEnter()
  for (clock of [60, 900, 1_800, 2_000]) {
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  }
  expect(save).toHaveBeenCalledTimes(1)
  clock = 2_001
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

test('after a second without a press, Enter opens the dialog', async () => {
  const user = await savedByEnter()
  clock = 1_001
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

test('after another key, Enter opens the dialog', async () => {
  const user = await savedByEnter()
  await user.keyboard('{Shift}{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

test('on an element other than the one that opened the dialog, Enter works', async () => {
  const user = await savedByEnter()
  screen.getByRole('button', { name: 'Other' }).focus()
  await user.keyboard('{Enter}')
  expect(other).toHaveBeenCalledTimes(1)
})

test('after the dialog was closed by a click, Enter opens it at once', async () => {
  const { user } = renderAt('/', { '*': <Opener /> })
  await user.click(opener())
  await user.keyboard('x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

test('in a dialog that is still open, Enter works after it has closed another dialog on top', async () => {
  const { user } = renderAt('/', { '*': <Opener /> })
  await user.click(opener())
  await user.keyboard('x{Escape}')
  expect(await screen.findByText('Discard changes?')).toBeVisible()
  screen.getByRole('button', { name: 'Keep editing' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText('Discard changes?')).not.toBeInTheDocument())
  save.mockClear()
  screen.getByLabelText('Name').focus()
  await user.keyboard('{Enter}')
  expect(save).toHaveBeenCalledTimes(1)
})
