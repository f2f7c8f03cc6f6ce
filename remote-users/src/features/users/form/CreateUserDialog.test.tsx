import { describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { User } from '@console/shared-kernel/contracts'
import { type Answer, aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { CreateUserDialog } from './CreateUserDialog'

const server = serverForTests()

const COUNTRIES = [
  { id: 1, name: 'Spain' },
  { id: 34, name: 'México' },
]
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })

const dad = (over: Partial<User>) =>
  aUser({ userId: 5, userName: 'dad', countryId: 34, countryName: 'México', ...over })

/** Renders the form without the list, which takes most of the test time. */
function openUnder(parent: Partial<User>, countries: Answer = { body: COUNTRIES }) {
  server().on('/api/Users/countries', countries)
  const onClose = jest.fn()
  const form = <CreateUserDialog parent={dad(parent)} onlyParent={false} onClose={onClose} />
  const { user } = renderAs(viewer, form)
  return { user, onClose, dialog: screen.getByRole('dialog') }
}
/** Opens the form with the button of a row. */
async function openFromRow() {
  server().on('/api/Users/all-hierarchy', { body: [dad({ level: 5 })] })
  server().on('/api/Users/countries', { body: COUNTRIES })
  const { user } = renderAs(viewer, <UsersPage />)
  await user.click(await screen.findByRole('button', { name: 'Create user dad' }))
  return { user, dialog: await screen.findByRole('dialog') }
}
type Opened = Awaited<ReturnType<typeof openFromRow>>

const field = (name: string) => screen.getByLabelText(name)
const select = (name: string) => screen.getByRole('combobox', { name })
const submit = ({ dialog }: Opened) => dialog.querySelector<HTMLElement>('[type=submit]')!
const bodies = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

async function fill({ user }: Opened, name = 'nina', password = 'secret12') {
  await user.click(field('Username'))
  await user.paste(name)
  await user.click(field('Password'))
  await user.paste(password)
}

describe('the form of a new user', () => {
  test('[USERFORM-1] [USERFORM-2] [USERFORM-3] shows the parent, asks for name and password, has no choice of type or country, and Cancel sends nothing', async () => {
    const opened = openUnder({ level: 4 })
    expect(opened.dialog).toHaveAccessibleName('Create New Sub-Distributor')
    expect(within(opened.dialog).getByText('dad')).toBeVisible()
    expect(within(opened.dialog).getByText('Distributor')).toBeVisible()
    expect(field('Username')).toHaveValue('')
    expect(field('Username')).toBeRequired()
    expect(field('Password')).toHaveValue('')
    expect(field('Password')).toHaveAttribute('type', 'password')
    expect(field('Password')).toHaveAccessibleDescription(/^Required for new users.*At least 8 characters/)
    expect(select('User Type')).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => expect(select('Country')).toHaveTextContent('México'))
    expect(select('Country')).toHaveAttribute('aria-disabled', 'true')
    await opened.user.click(within(opened.dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledTimes(1))
    expect(server().writes()).toEqual([])
  })

  test('[USERFORM-5] [ROLE-5] [USERFORM-11] has a choice of type under level 5, and finds a country that is known only by name', async () => {
    server().on('/api/Users', { status: 201, body: {} })
    const opened = openUnder({ level: 5, countryId: 0, countryName: 'méxico' })
    await waitFor(() => expect(select('Country')).toHaveTextContent('México'))
    expect(opened.dialog).toHaveAccessibleName('Create New Client')
    expect(select('User Type')).toHaveTextContent('Client')
    await opened.user.click(select('User Type'))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Client', 'Player'])
    await opened.user.click(screen.getByRole('option', { name: 'Player' }))
    expect(opened.dialog).toHaveAccessibleName('Create New Player')
    expect(within(opened.dialog).getByRole('button', { name: 'Create Player' })).toBeVisible()
    await fill(opened)
    await opened.user.click(submit(opened))
    await waitFor(() => expect(bodies()).toMatchObject([{ levelU: 7, countryId: 34 }]))
  })
})

describe('[CALL-10] the countries of the form', () => {
  test('[USERFORM-7] [USERFORM-8] are only Spain while they load', async () => {
    openUnder({ level: 2, countryId: 0, countryName: null }, { fault: 'hang' })
    expect(await screen.findByText('Loading countries...')).toBeVisible()
    expect(select('Country')).toHaveTextContent('Spain')
  })

  test('[USERFORM-8] are only Spain if there are none, and its id is sent if the parent’s country is known only by name', async () => {
    server().on('/api/Users', { status: 201, body: {} })
    const opened = openUnder({ level: 2, countryId: 0, countryName: 'México' }, { body: [] })
    expect(await screen.findByText(/^Country is inherited/)).toBeVisible()
    expect(select('Country')).toHaveTextContent('Spain')
    await fill(opened)
    await opened.user.click(submit(opened))
    await waitFor(() => expect(bodies()).toMatchObject([{ countryId: 1 }]))
  })

  test('[ERROR-15] show that they failed to load; a save that fails for the same reason shows it once, and the countries can be reloaded', async () => {
    const closed = { status: 400, body: { message: 'Cerrado' } }
    const opened = openUnder({ level: 5 }, closed)
    const inForm = within(opened.dialog)
    expect(await inForm.findByText('Cerrado')).toBeVisible()
    expect(select('Country')).toHaveTextContent('México')
    server().on('/api/Users', closed)
    await fill(opened)
    await opened.user.click(submit(opened))
    expect(await screen.findByText('Error: Cerrado')).toBeVisible()
    expect(inForm.getAllByText('Cerrado')).toHaveLength(1)

    // once the save fails for another reason, each failure has its own message
    server().on('/api/Users', { status: 400, body: { message: 'Otro' } })
    await opened.user.click(submit(opened))
    expect(await inForm.findByText('Otro')).toBeVisible()
    expect(inForm.getByText('Cerrado')).toBeVisible()
    server().on('/api/Users/countries', { body: COUNTRIES })
    await opened.user.click(inForm.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(inForm.queryByText('Cerrado')).not.toBeInTheDocument())
    expect(inForm.queryByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument()
  })
})

describe('sending the form', () => {
  test('[CALL-7] [ENTITY-2] [STATE-12] creates the user under the row’s user, with a password that can be shown, and reads the list again', async () => {
    server().on('/api/Users', { status: 201, body: {} })
    const opened = await openFromRow()
    await fill(opened, '  nina ')
    await opened.user.click(screen.getByRole('button', { name: 'Show what is typed' }))
    expect(field('Password')).toHaveAttribute('type', 'text')
    expect(field('Password')).toHaveValue('secret12')
    await opened.user.click(screen.getByRole('button', { name: 'Hide what is typed' }))
    expect(field('Password')).toHaveAttribute('type', 'password')

    const reads = server().calls.length
    await opened.user.click(submit(opened))
    expect(
      await screen.findByText('Usuario nina creado con éxito. Una máquina ha sido creada automáticamente.'),
    ).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies()).toEqual([
      {
        userName: 'nina',
        password: 'secret12',
        levelU: 6,
        countryId: 34,
        nameClient: 'nina',
        userIdcriador: 5,
        isBlocked: false,
        quitPass: false,
        botonBlockedDeshabilitado: false,
        listaClientesTecnico: '',
      },
    ])
    await waitFor(() =>
      expect(server().paths().slice(reads)).toEqual(['/api/Users', '/api/Users/all-hierarchy']),
    )
  })

  test('[VALID-7] leaves all other rules to the server, and does not replace an unknown country', async () => {
    server().on('/api/Users', { body: {} })
    const opened = openUnder({ level: 5, countryId: 0, countryName: 'Atlantis' })
    await waitFor(() => expect(select('Country')).toHaveTextContent('Atlantis'))
    await fill(opened, 'a/b', ' ')
    await opened.user.click(submit(opened))
    await waitFor(() => expect(bodies()).toMatchObject([{ userName: 'a/b', password: ' ', countryId: 0 }]))
  })

  test('[VALID-3] [VALID-4] [USERFORM-11] names missing fields and sends nothing; the completed form is sent once, with a spinner', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users', { body: {}, after })
    const opened = openUnder({ level: 5 })
    await opened.user.type(field('Username'), '   ')
    await opened.user.click(submit(opened))
    expect(field('Username')).toHaveAccessibleDescription('Username is required')
    expect(field('Password')).toHaveAccessibleDescription('Password is required for new users')
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(field('Username')).toHaveFocus()
    expect(server().writes()).toEqual([])

    await fill(opened)
    await opened.user.keyboard('{Enter}{Enter}')
    expect(within(submit(opened)).getByRole('progressbar')).toBeVisible()
    expect(submit(opened)).toBeDisabled()
    await opened.user.keyboard('{Escape}')
    expect(opened.onClose).not.toHaveBeenCalled()
    answer()
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledTimes(1))
    expect(server().writes()).toHaveLength(1)
  })
})

describe('a failed save', () => {
  const taken = { path: 'userName', message: 'The name is taken' }
  const short = { path: 'password', message: 'Too short' }
  const notHere = { path: 'levelU', message: 'Not here' }
  const expectInput = () => {
    expect(field('Username')).toHaveValue('nina')
    expect(field('Password')).toHaveValue('secret12')
  }

  test('shows a field error under its field, and nowhere else, until the next attempt', async () => {
    const opened = openUnder({ level: 5 })
    const inForm = within(opened.dialog)
    await fill(opened)
    for (const [answer, name, message] of [
      [{ status: 409, body: { message: 'The name is taken', errors: [taken] } }, 'Username', taken.message],
      [{ status: 400, body: { message: 'bad', errors: [short] } }, 'Password', short.message],
      // a taken name, reported by a server that names no field
      [{ status: 409, body: { message: 'The name is taken' } }, 'Username', taken.message],
      [{ status: 400, body: { message: 'bad', errors: [notHere] } }, 'User Type', notHere.message],
    ] as const) {
      server().on('/api/Users', answer)
      await opened.user.click(submit(opened))
      await waitFor(() => expect(inForm.getByLabelText(name)).toHaveAccessibleDescription(message))
      expect(screen.getByRole('alert')).toHaveTextContent(message)
      expectInput()
    }
    server().on('/api/Users', { body: {} })
    await opened.user.click(submit(opened))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledTimes(1))
  })

  test('[ERROR-12] [ERROR-13] [ERROR-14] with another error, or no answer, shows it in the form, which keeps its input', async () => {
    const opened = openUnder({ level: 5 })
    await fill(opened)
    for (const [answer, inForm] of [
      [{ status: 403, body: { message: 'Not yours' } }, 'Not yours'],
      [
        { fault: 'reset' },
        'No answer was received. It is not known whether the user was created. Look for it in the list before you save again.',
      ],
      [{ status: 404, body: { message: 'Not found' } }, 'No se pudo encontrar el usuario padre'],
    ] as const) {
      server().on('/api/Users', answer)
      await opened.user.click(submit(opened))
      await waitFor(() => expect(within(opened.dialog).getByRole('alert').textContent).toBe(inForm))
      expect(screen.getByText(`Error: ${inForm}`)).toBeVisible()
      expectInput()
      expect(submit(opened)).toBeEnabled()
    }
    // servers without versions may not allow the header
    for (const { headers } of server().writes()) expect(headers).not.toHaveProperty('idempotency-key')
  })

  test('[ERROR-12] [ERROR-13] whose answer is lost may have created the user: the same content is retried with its key, other content with another', async () => {
    const opened = openUnder({ level: 5, version: '3' })
    await fill(opened)
    for (const lost of [{ fault: 'reset' }, { status: 504, body: '<html></html>' }] as const) {
      server().on('/api/Users', lost)
      await opened.user.click(submit(opened))
      const text =
        'No answer was received. It is not known whether the user was created. Saving again is safe.'
      // the previous toast is replaced
      await waitFor(() => expect(screen.getByText(`Error: ${text}`)).toBeVisible())
      await waitFor(() => expect(within(opened.dialog).getByRole('alert').textContent).toBe(text))
      expectInput()
    }
    server().on('/api/Users', { status: 409, body: { message: 'The name is taken' } })
    await opened.user.type(field('Username'), '2')
    await opened.user.click(submit(opened))
    await waitFor(() => expect(field('Username')).toHaveAccessibleDescription('The name is taken'))
    server().on('/api/Users', { status: 201, body: {} })
    await opened.user.type(field('Username'), '{Backspace}')
    await opened.user.click(submit(opened))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledTimes(1))
    const [first, again, other, same] = server()
      .writes()
      .map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\da-f]{32}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(same).toBe(first)
  })

  test('is no longer shown once a later attempt succeeds, even in a new dialog', async () => {
    const opened = await openFromRow()
    await fill(opened)
    server().on('/api/Users', { status: 403, body: { message: 'Not yours' } })
    await opened.user.click(submit(opened))
    expect(await screen.findByText('Error: Not yours')).toBeVisible()
    await opened.user.click(within(opened.dialog).getByRole('button', { name: 'Cancel' }))
    await opened.user.click(await screen.findByRole('button', { name: /discard/i }))
    await waitFor(() => expect(opened.dialog).not.toBeInTheDocument())

    server().on('/api/Users', { body: {} })
    await opened.user.click(screen.getByRole('button', { name: 'Create user dad' }))
    const again = { ...opened, dialog: await screen.findByRole('dialog') }
    await fill(again)
    await again.user.click(submit(again))
    expect(await screen.findByText(/creado con éxito/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
