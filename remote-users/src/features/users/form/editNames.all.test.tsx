import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { normaliseUser } from '@console/shared-kernel/contracts'
import { aUser, renderAs, type Rendered, serverForTests } from '@console/shared-kernel/testing/page'
import { EditUserDialog } from './EditUserDialog'

const server = serverForTests()
/** A user as a server sends it. */
const WIRE = {
  userId: 9,
  userName: 'bea',
  level: 6,
  countryId: 34,
  countryName: 'México',
  nameClient: ' Bea S.L.',
  listaClientesTecnico: '3,4',
  version: '4',
}

function open(over: object = {}, viewerId = 1) {
  server().on('/api/Users/countries', { body: [{ id: 34, name: 'México' }] })
  server().on('/api/Users/9', { body: { ...WIRE, version: '5' } })
  const onClose = jest.fn()
  const user = normaliseUser({ ...WIRE, ...over })!
  return {
    ...renderAs(aUser({ userId: viewerId, level: 1 }), <EditUserDialog user={user} onClose={onClose} />),
    onClose,
  }
}
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const bodies = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

async function write(user: Rendered['user'], name: string, text: string) {
  await user.clear(field(name))
  if (text !== '') await user.type(field(name), text)
}

test('the client’s name and the technician’s clients are filled in, can be changed and saved, and are otherwise sent back as read', async () => {
  const { user, onClose } = open()
  expect(field('Client name')).toHaveValue(' Bea S.L.')
  expect(field('Technician clients')).toHaveValue('3,4')
  await write(user, 'Technician clients', '3,4,7')
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(bodies()).toMatchObject([{ nameClient: ' Bea S.L.', listaClientesTecnico: '3,4,7', password: '' }])
})

test.each([
  ['  Bea S.A. ', 'Bea S.A.'],
  ['', 'bea'],
  ['  ', 'bea'],
])('the client’s name %p is saved as %p', async (typed, saved) => {
  const { user, onClose } = open()
  await write(user, 'Client name', typed)
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(bodies()).toMatchObject([{ nameClient: saved, listaClientesTecnico: '3,4' }])
})

test('users can change their own name, but not the technician’s clients, which the server leaves out', () => {
  open({}, 9)
  expect(field('Client name')).toBeVisible()
  expect(screen.queryByLabelText('Technician clients')).not.toBeInTheDocument()
})

test('input that the server rejects stays in its fields, with the message', async () => {
  const { user, onClose } = open()
  server().on('/api/Users/9', {
    status: 400,
    body: {
      message: 'bad',
      errors: [
        { path: 'nameClient', message: 'Invisible' },
        { path: 'listaClientesTecnico', message: 'Too long' },
      ],
    },
  })
  await write(user, 'Client name', 'Bea S.A.')
  await write(user, 'Technician clients', '7')
  await user.click(save())
  await waitFor(() => expect(field('Client name')).toHaveAccessibleDescription('Invisible'))
  expect(field('Technician clients')).toHaveAccessibleDescription('Too long')
  expect(field('Client name')).toHaveValue('Bea S.A.')
  expect(field('Technician clients')).toHaveValue('7')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Discard' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['Yours: Bea S.A.', 'Bea S.A.'],
  ['Theirs: Bea GmbH', 'Bea GmbH'],
])(
  'a name that both users changed needs a choice (%s), and changes by only the other user are accepted',
  async (choice, name) => {
    const { user, onClose } = open()
    const changed = { nameClient: 'Bea GmbH', listaClientesTecnico: '3,4,5', version: '5' }
    server().on('/api/Users/9', {
      status: 409,
      body: { message: 'changed', current: { ...WIRE, ...changed }, changedBy: 'admin1' },
    })
    await write(user, 'Client name', 'Bea S.A.')
    await user.click(save())
    const conflict = await screen.findByRole('dialog', { name: 'Changed meanwhile' })
    expect(within(conflict).getByText('Technician clients: 3,4,5')).toBeVisible()
    await user.click(within(conflict).getByRole('radio', { name: choice }))
    await user.click(within(conflict).getByRole('button', { name: 'Back to the form' }))
    await waitFor(() => expect(conflict).not.toBeInTheDocument())
    expect(field('Client name')).toHaveValue(name)
    expect(field('Technician clients')).toHaveValue('3,4,5')

    server().on('/api/Users/9', { body: { ...WIRE, version: '6' } })
    await user.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(bodies().at(-1)).toMatchObject({ nameClient: name, listaClientesTecnico: '3,4,5' })
  },
)
