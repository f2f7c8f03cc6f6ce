import { expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import {
  type Answer,
  aUser,
  offerFeatures,
  renderAs,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import { login } from '../../client/session'
import { rememberSession, sessionStore } from '../../client/storedSession'
import { Notes } from './Notes'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const PATH = '/api/notes'
const note = (over: object = {}) => ({
  id: 1,
  at: '2026-11-21T14:35:00Z',
  author: { userId: 1, userName: 'me' },
  subject: { type: 'machine', userId: 6, machineId: 'm1', name: 'Slot 1' },
  text: 'Coin slot\nis worn',
  ...over,
})

/** The notes that the server sends; `added` is its answer to a new note. */
let listed: object[]
let added: Answer
function show(notes: object[]) {
  offerFeatures({ notes: {} })
  listed = notes
  server().on(PATH, ({ method }) => (method === 'GET' ? { body: listed } : added))
  return renderAs(viewer, <Notes about={{ machineId: 'm1' }} />)
}

test('notes show their author and time, and users can delete only their own', async () => {
  show([note({ id: 2, author: { userId: 2, userName: 'olga' }, text: 'Hers' }), note()])
  const [hers, mine] = (await screen.findAllByRole('listitem')).map((item) => within(item))
  expect(hers!.getByText('Hers')).toBeVisible()
  expect(hers!.getByText('olga, Nov 21, 2026, 15:35')).toBeVisible()
  expect(hers!.queryByRole('button')).not.toBeInTheDocument()
  expect(mine!.getByText(/Coin slot\s+is worn/)).toBeVisible()
  expect(mine!.getByRole('button', { name: 'Delete note of Nov 21, 2026, 15:35' })).toBeVisible()
})

test('a note is added once, even if the first answer was lost, and then shown', async () => {
  const { user } = show([])
  expect(await screen.findByText('No notes yet.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled()
  await user.type(screen.getByLabelText('Note'), ' Pays on Mondays ')
  added = { fault: 'reset' }
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  added = { status: 201, body: note({ text: 'Pays on Mondays' }) }
  listed = [note({ text: 'Pays on Mondays' })]
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(server().writes()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByLabelText('Note')).not.toBeInTheDocument())
  expect(await screen.findByText('Pays on Mondays', { selector: 'li *' })).toBeVisible()
  const sent = server().writes()
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array(2).fill({ machineId: 'm1', text: 'Pays on Mondays' }),
  )
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a note can still be saved after the session ended over it and its user signed in again', async () => {
  rememberSession('t', viewer)
  const { user } = show([])
  await user.click(await screen.findByRole('button', { name: 'Add note' }))
  await user.type(screen.getByLabelText('Note'), 'Pays on Mondays')
  added = { status: 401 }
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(sessionStore.get().interrupted).toBeDefined())
  server().on('/api/Auth/login', { body: { token: 't2', ...viewer } })
  await act(() => login('me', 'demo1234'))
  added = { status: 201, body: note({ text: 'Pays on Mondays' }) }
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(screen.queryByLabelText('Note')).not.toBeInTheDocument())
  expect(server().writes().at(-1)).toMatchObject({
    headers: { authorization: 'Bearer t2' },
    body: JSON.stringify({ machineId: 'm1', text: 'Pays on Mondays' }),
  })
})

test('a note is deleted after a confirmation', async () => {
  const { user } = show([note()])
  await user.click(await screen.findByRole('button', { name: /^Delete note/ }))
  server().on(`${PATH}/1`, { status: 204 })
  listed = []
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No notes yet.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('nothing is shown for a server without notes', () => {
  const { container } = renderAs(viewer, <Notes about={{ machineId: 'm1' }} />)
  expect(container).toHaveTextContent('')
  expect(server().paths()).toEqual([])
})
