import { useState } from 'react'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'

import { act, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { mockLayout } from '../../../testing/layout'
import { people, rowOf, tableOnly, type Person } from '../../../testing/peopleTable'
import { renderAt } from '../../../testing/render'
import { leaveSession, rememberSession } from '../../client/storedSession'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }

beforeEach(() => {
  mockLayout()
  rememberSession('t', ana)
})
afterEach(() => {
  act(leaveSession)
  jest.restoreAllMocks()
})

let rows: readonly Person[]
const links = (
  <nav>
    <Link to="/list">List</Link>
    <Link to="/list?search=other">Other</Link>
    <Link to="/elsewhere">Leave</Link>
  </nav>
)
function List() {
  const [drawn, setDrawn] = useState(rows)
  return (
    <>
      {links}
      <button onClick={() => setDrawn(rows)}>Rest</button>
      <main>{tableOnly({ rows: [...drawn] })}</main>
    </>
  )
}
function show() {
  rows = people(1000)
  return renderAt('/list', { '/elsewhere': links, '*': <List /> })
}
const frame = () => screen.getByRole('region', { name: 'People' })
const goTo = (name: string) => act(() => screen.getByRole('link', { name }).click())
const scrollTo = (top: number) => act(() => frame().scrollTo({ top }))
const back = () => act(() => history.back())

async function leaveScreen() {
  const shown = show()
  scrollTo(20_000)
  await waitFor(() => expect(rowOf('person 460')).toBeVisible())
  act(() => rowOf('person 460').focus())
  goTo('Leave')
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
  return shown
}
const expectRestored = async () => {
  await waitFor(() => expect(rowOf('person 460')).toHaveFocus())
  expect(frame().scrollTop).toBe(20_000)
  expect(rowOf('person 460')).toHaveAttribute('tabindex', '0')
}

test('the scroll position is restored by Back', async () => {
  await leaveScreen()
  back()
  await expectRestored()
})

test('the scroll position is restored by navigation too, even if the row has another index', async () => {
  await leaveScreen()
  rows = [{ id: 5000, name: 'new one' }, ...rows]
  goTo('List')
  await expectRestored()
  expect(rowOf('person 460')).toHaveAttribute('data-index', '460')
})

test('restoring the scroll position waits for rows that are still loading', async () => {
  const { user } = await leaveScreen()
  const all = rows
  rows = all.slice(0, 100)
  goTo('List')
  expect(frame().scrollTop).toBe(0)
  rows = all
  await user.click(screen.getByRole('button', { name: 'Rest' }))
  await expectRestored()
})

test('the scroll position belongs to one list: another search on the screen begins at the top', async () => {
  show()
  scrollTo(20_000)
  await waitFor(() => expect(rowOf('person 460')).toBeVisible())
  goTo('Other')
  await waitFor(() => expect(rowOf('person 1')).toBeVisible())
  expect(frame().scrollTop).toBe(0)
  back()
  await waitFor(() => expect(rowOf('person 460')).toBeVisible())
  expect(frame().scrollTop).toBe(20_000)
})

test.each<[string, () => void, number]>([
  ['is forgotten at sign-out', leaveSession, 0],
  ['is forgotten when another user signs in', () => rememberSession('u', { ...ana, userId: 8 }), 0],
  ['is kept when the same user signs in again', () => rememberSession('u', ana), 20_000],
])('the scroll position %s', async (_, change, top) => {
  await leaveScreen()
  act(change)
  goTo('List')
  await waitFor(() => expect(document.querySelector('tr[data-index]')).toBeInTheDocument())
  expect(frame().scrollTop).toBe(top)
})
