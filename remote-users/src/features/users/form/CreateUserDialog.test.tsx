import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { User } from '@console/shared-kernel/contracts'
import { type Answer, aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { UsersScreen } from '../UsersScreen'

const server = serverForTests()

const COUNTRIES = [
  { id: 1, name: 'Spain' },
  { id: 34, name: 'México' },
]
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })

/** The form that a row's own button opens. */
async function openUnder(parent: Partial<User>, countries: Answer = { body: COUNTRIES }) {
  const row = aUser({ userId: 5, userName: 'dad', countryId: 34, countryName: 'México', ...parent })
  server().on('/api/Users/all-hierarchy', { body: [row] })
  server().on('/api/Users/countries', countries)
  const { user } = renderAs(viewer, <UsersScreen />)
  await user.click(await screen.findByRole('button', { name: 'Create user dad' }))
  return { user, dialog: await screen.findByRole('dialog') }
}
type Opened = Awaited<ReturnType<typeof openUnder>>

const field = (name: string) => screen.getByLabelText(name)
const select = (name: string) => screen.getByRole('combobox', { name })
const submit = ({ dialog }: Opened) => dialog.querySelector<HTMLElement>('[type=submit]')!
const bodies = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

async function fill({ user }: Opened, name = 'nina', password = 'secret12') {
  await user.type(field('Username'), name)
  await user.type(field('Password'), password)
}

describe('the form of a new user', () => {
  it.each([
    [1, 'Administrator'],
    [4, 'Sub-Distributor'],
    [5, 'Client'],
  ])(
    '[USERFORM-1] [USERFORM-2] [USERFORM-3] [USERFORM-10] under level %d creates a %s',
    async (level, name) => {
      const opened = await openUnder({ level })
      expect(opened.dialog).toHaveAccessibleName(`Create New ${name}`)
      expect(field('Username')).toHaveValue('')
      expect(field('Username')).toBeRequired()
      expect(field('Username')).toHaveFocus()
      expect(field('Password')).toHaveValue('')
      expect(field('Password')).toHaveAttribute('type', 'password')
      expect(field('Password')).toHaveAccessibleDescription(/^Required for new users.*At least 8 characters/)
      expect(screen.getByText('Required for new users')).toBeVisible()
      expect(select('User Type')).toHaveTextContent(name)
      expect(submit(opened)).toHaveTextContent(`Create ${name}`)
      await opened.user.click(within(opened.dialog).getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(opened.dialog).not.toBeInTheDocument())
      expect(server().writes()).toEqual([])
    },
  )

  it('[USERFORM-5] [ROLE-5] [USERFORM-11] has a choice of type under level 5 alone', async () => {
    const { user, dialog } = await openUnder({ level: 5 })
    await user.click(select('User Type'))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Client', 'Player'])
    await user.click(screen.getByRole('option', { name: 'Player' }))
    expect(dialog).toHaveAccessibleName('Create New Player')
    expect(within(dialog).getByRole('button', { name: 'Create Player' })).toBeVisible()
  })

  it('[USERFORM-5] has no choice under other levels', async () => {
    await openUnder({ level: 4 })
    expect(select('User Type')).toHaveAttribute('aria-disabled', 'true')
  })

  it('[USERFORM-6] [ROLE-6] [USERFORM-9] shows the parent’s country, read-only', async () => {
    await openUnder({ level: 2 })
    await waitFor(() => expect(select('Country')).toHaveTextContent('México'))
    expect(select('Country')).toHaveAttribute('aria-disabled', 'true')
    expect(
      await screen.findByText('Country is inherited from parent user and cannot be changed'),
    ).toBeVisible()
  })
})

it('shows the parent with the level, and can show the password while typing', async () => {
  const { user, dialog } = await openUnder({ level: 4 })
  expect(within(dialog).getByText('dad')).toBeVisible()
  expect(within(dialog).getByText('Distributor')).toBeVisible()
  await user.type(field('Password'), 'secret12')
  await user.click(screen.getByRole('button', { name: 'Show what is typed' }))
  expect(field('Password')).toHaveAttribute('type', 'text')
  expect(field('Password')).toHaveValue('secret12')
  await user.click(screen.getByRole('button', { name: 'Hide what is typed' }))
  expect(field('Password')).toHaveAttribute('type', 'password')
})

it('shows and sends a country that is known by name alone', async () => {
  server().on('/api/Users', { status: 201, body: {} })
  const opened = await openUnder({ level: 5, countryId: 0, countryName: 'méxico' })
  await waitFor(() => expect(select('Country')).toHaveTextContent('México'))
  await fill(opened)
  await opened.user.click(submit(opened))
  await waitFor(() => expect(bodies()).toMatchObject([{ countryId: 34 }]))
})

it('shows an unknown country by name, and does not send Spain for it', async () => {
  server().on('/api/Users', { status: 201, body: {} })
  const opened = await openUnder({ level: 5, countryId: 0, countryName: 'Atlantis' })
  expect(select('Country')).toHaveTextContent('Atlantis')
  await fill(opened)
  await opened.user.click(submit(opened))
  await waitFor(() => expect(bodies()).toMatchObject([{ countryId: 0 }]))
})

describe('[CALL-10] the countries of the form', () => {
  it('[USERFORM-7] [USERFORM-8] are Spain alone while they load', async () => {
    await openUnder({ level: 2, countryId: 0, countryName: null }, { fault: 'hang' })
    expect(await screen.findByText('Loading countries...')).toBeVisible()
    expect(select('Country')).toHaveTextContent('Spain')
  })

  it('[ERROR-15] show that they failed to load, and can be read again', async () => {
    const { user } = await openUnder({ level: 2 }, { status: 400, body: { message: 'closed' } })
    expect(await screen.findByText('closed')).toBeVisible()
    expect(select('Country')).toHaveTextContent('México')
    server().on('/api/Users/countries', { body: COUNTRIES })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })
})

it('the form shows the same failure of countries and user once', async () => {
  const closed = { status: 400, body: { message: 'Cerrado' } }
  const opened = await openUnder({ level: 5 }, closed)
  const inForm = within(opened.dialog)
  expect(await inForm.findByText('Cerrado')).toBeVisible()
  server().on('/api/Users', closed)
  await fill(opened)
  await opened.user.click(submit(opened))
  expect(await screen.findByText('Error: Cerrado')).toBeVisible()
  expect(inForm.getAllByText('Cerrado')).toHaveLength(1)
  expect(inForm.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})

describe('sending the form', () => {
  it('[CALL-7] [ENTITY-2] [STATE-8] [STATE-12] [STATE-10] [ERROR-18] creates the user under the row’s user, and reads the list again', async () => {
    server().on('/api/Users', { status: 201, body: {} })
    const opened = await openUnder({ level: 5 })
    await fill(opened, '  nina ')
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

  it('[ERROR-18] shows a shorter message for a user without a machine', async () => {
    server().on('/api/Users', { status: 201, body: {} })
    const opened = await openUnder({ level: 3 })
    await fill(opened)
    await opened.user.click(submit(opened))
    expect(await screen.findByText('Usuario creado con éxito')).toBeVisible()
  })

  it('[VALID-3] [VALID-4] names missing fields, and sends nothing', async () => {
    const opened = await openUnder({ level: 5 })
    await opened.user.type(field('Username'), '   ')
    await opened.user.click(submit(opened))
    expect(field('Username')).toHaveAccessibleDescription('Username is required')
    expect(field('Password')).toHaveAccessibleDescription('Password is required for new users')
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(field('Username')).toHaveFocus()
    expect(server().writes()).toEqual([])
  })

  it('[VALID-7] leaves all other rules to the server', async () => {
    server().on('/api/Users', { body: {} })
    const opened = await openUnder({ level: 5 })
    await fill(opened, 'a/b', ' ')
    await opened.user.click(submit(opened))
    await waitFor(() => expect(bodies()).toMatchObject([{ userName: 'a/b', password: ' ' }]))
  })

  it('[USERFORM-11] happens once, with a spinner', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users', { body: {}, after })
    const opened = await openUnder({ level: 5 })
    await fill(opened)
    await opened.user.keyboard('{Enter}{Enter}')
    expect(within(submit(opened)).getByRole('progressbar')).toBeVisible()
    expect(submit(opened)).toBeDisabled()
    await opened.user.keyboard('{Escape}')
    expect(opened.dialog).toBeVisible()
    answer()
    await waitFor(() => expect(opened.dialog).not.toBeInTheDocument())
    expect(server().writes()).toHaveLength(1)
  })
})

describe('a refusal by the server', () => {
  const taken = { path: 'userName', message: 'The name is taken' }
  const short = { path: 'password', message: 'Too short' }

  it.each([
    [
      'a name that is taken',
      { status: 409, body: { message: 'The name is taken', errors: [taken] } },
      'Username',
      taken,
    ],
    [
      'a name that is taken, without a field',
      { status: 409, body: { message: 'The name is taken' } },
      'Username',
      taken,
    ],
    ['a field', { status: 400, body: { message: 'bad', errors: [short] } }, 'Password', short],
    [
      'the level',
      { status: 400, body: { message: 'bad', errors: [{ path: 'levelU', message: 'Not here' }] } },
      'User Type',
      { message: 'Not here' },
    ],
  ])('%s: appears under the field, and nowhere else', async (_, answer, name, { message }) => {
    server().on('/api/Users', answer)
    const opened = await openUnder({ level: 5 })
    await fill(opened)
    await opened.user.click(submit(opened))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(within(opened.dialog).getByLabelText(name)).toHaveAccessibleDescription(message)
    expect(field('Username')).toHaveValue('nina')
    expect(field('Password')).toHaveValue('secret12')

    server().on('/api/Users', { body: {} })
    await opened.user.click(submit(opened))
    await waitFor(() => expect(opened.dialog).not.toBeInTheDocument())
  })

  it.each([
    ['a message', { status: 403, body: { message: 'Not yours' } }, 'Not yours', 'Error: Not yours'],
    [
      'no answer',
      { fault: 'reset' as const },
      'Sin conexión con el servidor',
      'Error: Sin conexión con el servidor',
    ],
    [
      '[ERROR-14] that there is no such parent',
      { status: 404, body: { message: 'Not found' } },
      'No se pudo encontrar el usuario padre',
      'Error: No se pudo encontrar el usuario padre',
    ],
  ])(
    '[ERROR-12] [ERROR-13] with %s appears in the form, which keeps its input',
    async (_, answer, inForm, onScreen) => {
      server().on('/api/Users', answer)
      const opened = await openUnder({ level: 5 })
      await fill(opened)
      await opened.user.click(submit(opened))
      expect((await within(opened.dialog).findByRole('alert')).textContent).toBe(inForm)
      expect(screen.getByText(onScreen)).toBeVisible()
      expect(field('Username')).toHaveValue('nina')
      expect(field('Password')).toHaveValue('secret12')
      expect(submit(opened)).toBeEnabled()
    },
  )
})
