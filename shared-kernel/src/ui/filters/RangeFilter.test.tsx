import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { renderAt, renderPart } from '../../../testing/render'
import { useViewState } from '../../client/useViewState'
import { AmountField } from '../form/AmountField'
import { RangeFilter, rangePart, useRowsWhere } from './RangeFilter'

const VIEW = { credit: rangePart('credit') }
const ROWS = [5, 10, 15]
const found = { rows: ROWS, settled: async () => ROWS }
const isEven = (row: number) => row % 2 === 0

function Filter() {
  const [{ credit }, set] = useViewState(VIEW)
  return (
    <>
      <RangeFilter label="Credit" value={credit} onChange={set.credit} />
      <button onClick={() => set.credit({ min: null, max: null })}>Clear</button>
      <output>{JSON.stringify(credit)}</output>
    </>
  )
}

test.each([
  ['', { min: null, max: null }],
  ['?creditFrom=-3&creditTo=10.5', { min: -3, max: 10.5 }],
  ['?creditFrom=12,5&creditTo=', { min: 12.5, max: null }],
])('a range is read from the address %j', (search, range) => {
  renderAt(`/${search}`, { '*': <Filter /> })
  expect(screen.getByRole('status')).toHaveTextContent(JSON.stringify(range))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each([
  { search: '?creditFrom=x', field: 'Credit from', problem: 'Enter a number' },
  { search: '?creditTo=1e3', field: 'Credit to', problem: 'Enter a number' },
  { search: '?creditFrom=10&creditTo=3', field: 'Credit to', problem: 'Must be at least 10' },
])('an invalid range, as in "$search", is reported', ({ search, field, problem }) => {
  renderAt(`/${search}`, { '*': <Filter /> })
  expect(screen.getByRole('textbox', { name: field })).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(problem)
})

test('a typed range is written to the address; a non-number is reported, and stays for correction', async () => {
  const { user } = renderAt('/', { '*': <Filter /> })
  const from = screen.getByRole('textbox', { name: 'Credit from' })
  await user.type(from, '-1,5')
  await user.type(screen.getByRole('textbox', { name: 'Credit to' }), '20')
  await waitFor(() => expect(location.search).toBe('?creditFrom=-1.5&creditTo=20'))
  await user.type(from, 'x')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a number')
  await user.tab()
  expect(from).toHaveValue('-1.5x')
  expect(from).toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(from).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.type(from, '-1,5x{Backspace}')
  await user.type(screen.getByRole('textbox', { name: 'Credit to' }), '20')
  expect(from).toHaveValue('-1.5')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.clear(from)
  await waitFor(() => expect(location.search).toBe('?creditTo=20'))
})

test('rows that meet a rule of the screen are shown and exported', async () => {
  function Rows() {
    const { rows, settled } = useRowsWhere(found, isEven)
    return (
      <button onClick={async ({ currentTarget }) => (currentTarget.title = String(await settled()))}>
        {rows}
      </button>
    )
  }
  const { user } = renderPart(<Rows />)
  const button = screen.getByRole('button', { name: '10' })
  await user.click(button)
  expect(button).toHaveAttribute('title', '10')
})

test.each([
  ['12.5', false],
  ['12.505', true],
  ['1,5', true],
])('an amount of %j is rejected: %j', async (text, isRejected) => {
  function Form() {
    const { control, handleSubmit } = useForm({ defaultValues: { amount: '' } })
    return (
      <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
        <AmountField control={control} name="amount" label="Credit" />
        <button>Save</button>
      </form>
    )
  }
  const { user } = renderPart(<Form />)
  await user.type(screen.getByRole('textbox', { name: 'Credit' }), text)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.queryAllByText('Please enter a valid amount')).toHaveLength(isRejected ? 1 : 0)
})
