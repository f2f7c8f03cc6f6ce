import { expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { CurrentUserContext } from '@console/shared-kernel/host'
import { aUser, connectedServer, heldBack, renderAt } from '@console/shared-kernel/testing/page'
import { Shell } from '../Shell'

const server = connectedServer()

const code = heldBack()
jest.mock('./FindDialog', () => ({
  __esModule: true,
  FindDialog: code.after.then(() => jest.requireActual<{ FindDialog: unknown }>('./FindDialog').FindDialog),
}))

test('buffers the keys typed after Ctrl-K until the box opens or Escape is pressed', async () => {
  // jsdom has no layout
  Element.prototype.scrollIntoView = jest.fn<() => void>()
  server().on('/api/Users/all-hierarchy', { body: [] })
  const { user } = renderAt('/', {
    '*': (
      <CurrentUserContext value={aUser({ level: 1 })}>
        <Shell navigation={[]} notices={null} panel={null} AboutDialog={() => null}>
          <input aria-label="Note" />
        </Shell>
      </CurrentUserContext>
    ),
  })
  // immediately, before there is a loading dialog to close
  await user.keyboard('{Control>}k{/Control}no{Escape}')
  await user.type(screen.getByLabelText('Note'), 'z')
  expect(screen.getByLabelText('Note')).toHaveValue('z')
  await user.keyboard('{Control>}k{/Control}joq{Backspace}e')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  code.answer()
  const box = await screen.findByRole('combobox', { name: /^Find/ })
  expect(box).toHaveValue('joe')
  expect(screen.getByLabelText('Note')).toHaveValue('z')
  await user.keyboard('x')
  expect(box).toHaveValue('joex')
})
