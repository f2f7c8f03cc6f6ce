import { useState } from 'react'
import { expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderAt } from '../../testing/render'
import { FormDialog } from './form/FormDialog'

const save = jest.fn(async () => undefined)

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  const submit = async () => {
    await save()
    setIsOpen(false)
  }
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
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

it('impatient presses of Enter do not open the dialog again that the first one closed', async () => {
  const user = await savedByEnter()
  for (let time = 0; time < 5; time += 1) await user.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(save).toHaveBeenCalledTimes(1)
})

it.each(['{Shift}', '{Tab}{Shift>}{Tab}{/Shift}'])('after %s, Enter opens it', async (keys) => {
  const user = await savedByEnter()
  await user.keyboard(keys)
  opener().focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

it('after a click, Enter opens it', async () => {
  const user = await savedByEnter()
  await user.click(document.body)
  opener().focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})

it('closed by a click, it opens by Enter at once', async () => {
  const { user } = renderAt('/', { '*': <Opener /> })
  await user.click(opener())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeVisible()
})
