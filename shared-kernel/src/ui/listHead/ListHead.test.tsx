import type { ReactNode } from 'react'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { renderAt } from '../../../testing/render'
import { FilterBar } from '../filters/FilterBar'
import { ListHead } from './ListHead'

const onCreate = jest.fn()
const onTree = jest.fn()

function show(width: number, search: ReactNode = <input aria-label="Search boxes" />) {
  mockLayout({ width })
  return renderAt('/', {
    '*': (
      <ListHead
        title="Boxes"
        status="2 boxes"
        search={search}
        filters={
          <FilterBar count={0} onClear={() => undefined}>
            <input aria-label="Colour" />
          </FilterBar>
        }
        view={{
          control: <button>Switch view</button>,
          choices: [
            { label: 'List', chosen: true },
            { label: 'Tree', chosen: false, onClick: onTree },
          ],
        }}
        actions={[
          { label: 'Back', to: '/elsewhere' },
          { label: 'Create box', main: true, onClick: onCreate },
        ]}
        tools={[{ label: 'Select' }]}
        columns={(room) => room >= 900 && <button>Columns</button>}
        exports={{ name: ['boxes'], columns: [], rows: [1, 2] }}
      />
    ),
    '/elsewhere': 'elsewhere',
  })
}

const buttons = () =>
  [...document.querySelectorAll('button, a')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  )
const more = () => screen.getByRole('button', { name: 'More' })
const entries = () =>
  [...screen.getByRole('menu').querySelectorAll('[role^=menuitem]')].map((each) => each.textContent)

afterEach(() => void jest.restoreAllMocks())

describe('the head of a list', () => {
  test.each([
    [1000, ['Select', 'Columns', 'Export 2 rows', 'Back', 'Create box', 'Switch view']],
    // there is no room for another column
    [868, ['Select', 'Export 2 rows', 'Back', 'Create box', 'Switch view']],
    [867, ['Select', 'Export 2 rows', 'Back', 'Create box', 'Filters', 'Switch view']],
    [689, ['Back', 'Create box', 'Filters', 'More']],
    [499, ['Filters', 'More']],
  ])('at %d px has the buttons %j', (width, expected) => {
    show(width)
    expect(buttons()).toEqual(expected)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Boxes')
    expect(screen.getByText('2 boxes')).toBeVisible()
  })

  test('needs no search', () => {
    show(358, null)
    expect(buttons()).toEqual(['Filters', 'More'])
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('has one menu on a phone for everything that does not fit, and it works by keyboard', async () => {
    const { user } = show(358)
    act(() => more().focus())
    await user.keyboard('{Enter}')
    expect(entries()).toEqual([
      'Back',
      'Create box',
      'Select',
      'List',
      'Tree',
      'CSVComma, 1234.5',
      'CSV for this localeSemicolon, 1234,5',
      'Excel',
    ])
    expect(screen.getByText('Export 2 rows')).toBeVisible()
    expect(screen.getByRole('menuitemradio', { name: 'List' })).toHaveAttribute('aria-checked', 'true')
    expect(screen.getByRole('menuitem', { name: 'Back' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onCreate).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    await user.click(more())
    await user.click(screen.getByRole('menuitemradio', { name: 'Tree' }))
    expect(onTree).toHaveBeenCalledTimes(1)
    await user.click(more())
    await user.click(screen.getByRole('menuitem', { name: 'Back' }))
    expect(screen.getByText('elsewhere')).toBeVisible()
  })

  test('keeps the actions that fit outside the menu', async () => {
    const { user } = show(600)
    await user.click(more())
    expect(entries().slice(0, 3)).toEqual(['Select', 'List', 'Tree'])
  })
})
