import { beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { people, rowOf, show, table, type Person } from '../../../testing/peopleTable'

beforeEach(() => mockLayout())

const marked = () => [...document.querySelectorAll('tr.open')].map((row) => row.firstChild?.textContent)
/** The list with person 700 in another place. */
function with700At(index: number): Person[] {
  const rows = people(1000)
  const [row] = rows.splice(699, 1)
  return rows.toSpliced(index, 0, row!)
}

test('a table scrolls to the row that it points at and marks it, even after the row has moved', async () => {
  const { rerender } = show({ rows: people(1000) })
  expect(screen.queryByText('person 700')).not.toBeInTheDocument()
  rerender(table({ rows: people(1000), pointsAt: 700 }))
  await waitFor(() => expect(marked()).toEqual(['person 700']))
  expect(rowOf('person 700')).toHaveAttribute('tabindex', '0')
  rerender(table({ rows: with700At(20), pointsAt: 700 }))
  await waitFor(() => expect(marked()).toEqual(['person 700']))
  expect(rowOf('person 700')).toHaveAttribute('aria-rowindex', '22')
  rerender(table({ rows: with700At(20), pointsAt: null }))
  expect(marked()).toEqual([])
  expect(screen.getByText('person 700')).toBeVisible()
})

test('a table waits for a row that arrives later', async () => {
  const { rerender } = show({ rows: people(600), pointsAt: 700 })
  expect(marked()).toEqual([])
  rerender(table({ rows: people(1000), pointsAt: 700 }))
  await waitFor(() => expect(marked()).toEqual(['person 700']))
})
