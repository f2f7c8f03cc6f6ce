import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { PageTitle } from './PageTitle'

const page = (title: string, field = false) => (
  <main key={title}>
    <PageTitle title={title} />
    {field && <input aria-label="First" autoFocus />}
  </main>
)
const announced = () => document.querySelector('[aria-live=polite]')

test('a page after the first one is announced and gets the focus', () => {
  const { rerender } = renderPart(page('Users'))
  expect(document.title).toBe('Users · Admin Console')
  expect(announced()).toBeEmptyDOMElement()
  expect(document.body).toHaveFocus()

  rerender(page('Machines'))
  expect(document.title).toBe('Machines · Admin Console')
  expect(announced()).toHaveTextContent('Machines')
  expect(screen.getByRole('main')).toHaveFocus()

  rerender(page('Login', true))
  expect(announced()).toHaveTextContent('Login')
  expect(screen.getByLabelText('First')).toHaveFocus()
})
