import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { renderPart } from '../../../testing/render'
import { matcher } from '../../domain/search'
import { Dialog } from '../Dialog'
import { Combobox } from './Combobox'

interface Fruit {
  name: string
}
const nameOf = ({ name }: Fruit) => name
const FRUITS: Fruit[] = Array.from({ length: 50_000 }, (_, index) => ({ name: `fruit ${index}` }))
const onChoose = jest.fn<(fruit: Fruit | null) => void>()

interface FieldProps {
  first?: Fruit | null
  options?: Fruit[]
  disabled?: boolean
}

function Field({ first = null, options = FRUITS, disabled = false }: FieldProps) {
  const [chosen, setChosen] = useState(first)
  const [search, setSearch] = useState('')
  const found = options.filter(({ name }) => matcher(search)(name))
  return (
    <Combobox
      label="Fruit"
      disabled={disabled}
      emptyLabel="All fruit"
      options={found}
      onSearch={setSearch}
      settled={() => Promise.resolve(found)}
      optionLabel={nameOf}
      chosen={chosen}
      onChoose={(fruit) => {
        onChoose(fruit)
        setChosen(fruit)
      }}
    />
  )
}

beforeEach(() => mockLayout({ height: 320 }))
afterEach(() => {
  jest.restoreAllMocks()
  onChoose.mockClear()
})

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Fruit' })
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

describe('a combobox of 50,000 options', () => {
  test('renders only the visible ones, with the empty value first, and exposes their total', async () => {
    const { user } = renderPart(<Field />)
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    await user.click(field())
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(options()[0]).toBe('All fruit')
    expect(options().length).toBeLessThan(40)
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '50001')
  })

  test('works by keyboard, and announces the position', async () => {
    const { user } = renderPart(<Field />)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('All fruit')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('fruit 1')
    await user.keyboard('{PageDown}')
    expect(active()).toBe('fruit 11')
    await user.keyboard('{Home}{ArrowUp}')
    expect(active()).toBe('All fruit')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(onChoose).toHaveBeenCalledWith(FRUITS[0]!))
    expect(field()).toHaveValue('fruit 0')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  test('is searched by typing, and Escape or blur restores the text', async () => {
    const { user } = renderPart(<Field first={FRUITS[3]!} />)
    await user.click(field())
    await user.clear(field())
    expect(onChoose).toHaveBeenLastCalledWith(null)
    await user.type(field(), 'T 4999')
    expect(options()).toEqual([
      'fruit 4999',
      ...Array.from({ length: 10 }, (_, digit) => `fruit 4999${digit}`),
    ])
    await user.keyboard('{Escape}')
    expect(field()).toHaveValue('')
    await user.type(field(), 'no such fruit')
    expect(screen.getByText('Nothing found')).toBeVisible()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(field()).toHaveValue('')
    expect(onChoose).toHaveBeenCalledTimes(1)
  })

  test('finds the empty value by its name, but not by part of its first word', async () => {
    const { user } = renderPart(<Field first={FRUITS[3]!} />)
    await user.click(field())
    await user.clear(field())
    await user.keyboard('al')
    expect(screen.queryByRole('option', { name: 'All fruit' })).not.toBeInTheDocument()
    await user.keyboard('L')
    expect(active()).toBe('All fruit')
    await user.keyboard(' fr')
    expect(options()[0]).toBe('All fruit')
    await user.keyboard('x')
    expect(options()).toEqual([])
  })

  test('accepts the empty value like any other', async () => {
    const { user } = renderPart(<Field first={FRUITS[3]!} options={FRUITS.slice(0, 5)} />)
    await user.click(field())
    expect(active()).toBe('fruit 3')
    expect(screen.getByRole('option', { name: 'fruit 3' })).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('option', { name: 'All fruit' }))
    expect(onChoose).toHaveBeenCalledWith(null)
  })
})

test('a disabled combobox is not opened by a click next to its text', async () => {
  const { user } = renderPart(<Field disabled />)
  await user.click(screen.getByTestId('ArrowDropDownIcon'))
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('the first Escape restores the text of a combobox in a dialog, and the second one closes the dialog', async () => {
  const onClose = jest.fn()
  const { user } = renderPart(
    <Dialog onClose={onClose}>
      <Field first={FRUITS[3]!} />
    </Dialog>,
  )
  await user.type(field(), ' or')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(field()).toHaveValue('fruit 3')
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
