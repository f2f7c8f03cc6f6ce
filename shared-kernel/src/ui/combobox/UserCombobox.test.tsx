import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { aUser } from '../../../testing/entities'
import { renderPart } from '../../../testing/render'
import type { List } from '../../lists/listKinds'
import { lists } from '../../lists/lists'
import { UserCombobox } from './UserCombobox'

const list = lists.of('users', [aUser({ userId: 5, userName: 'bea' })])

const field = (some: List<'users'> | undefined, userId: number | null) => (
  <UserCombobox
    label="Branch"
    emptyLabel="All branches"
    list={some}
    userId={userId}
    onChange={() => undefined}
  />
)
const box = () => screen.getByRole('combobox', { name: 'Branch' })

test('a user combobox does not show the empty value while the list with the chosen user loads', () => {
  const { rerender } = renderPart(field(undefined, 5))
  expect(box()).toHaveValue('')
  expect(box()).toHaveAttribute('placeholder', '')
  expect(screen.getByLabelText('Loading Branch')).toBeVisible()
  rerender(field(list, 5))
  expect(box()).toHaveValue('bea')
  expect(screen.queryByLabelText('Loading Branch')).not.toBeInTheDocument()
})

test('a user combobox can be used at once if no user is chosen', () => {
  renderPart(field(undefined, null))
  expect(box()).toBeEnabled()
  expect(box()).toHaveAttribute('placeholder', 'All branches')
})
