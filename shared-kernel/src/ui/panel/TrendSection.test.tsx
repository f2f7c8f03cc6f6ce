import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { featuresStore } from '../../client/features'
import { TrendSection } from './TrendSection'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const PATH = '/api/Machines/m1/trend'
const days = [
  { day: '2026-11-27', profitCents: -1200 },
  { day: '2026-11-28', profitCents: 41_000 },
]

afterEach(() => act(() => featuresStore.set({})))

function show() {
  act(() => featuresStore.set({ trend: {} }))
  return renderAs(viewer, <TrendSection machineId="m1" />)
}

describe('the profit per day in a panel', () => {
  test('is drawn for the days that the server has, with the sum', async () => {
    server().on(PATH, { body: { days } })
    show()
    const section = screen.getByRole('region', { name: 'Profit per day' })
    expect(section).toHaveAttribute('aria-busy', 'true')
    expect(await screen.findByRole('figure', { name: /^Profit over 2 days: from/ })).toBeVisible()
    // in the same format as the dates and dollar amounts next to it
    expect(screen.getByText('Nov 27, 2026')).toBeVisible()
    expect(screen.getByText('Nov 28, 2026')).toBeVisible()
    expect(screen.getByText(/^€398.00/)).toHaveTextContent(/^€398\.00 in 2 days$/)
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Nov 27, 2026: ▼ €12.00')
    expect(section).toHaveAttribute('aria-busy', 'false')
  })

  test('is neither shown nor requested if the server has none', () => {
    renderAs(viewer, <TrendSection machineId="m1" />)
    expect(screen.queryByText('Profit per day')).not.toBeInTheDocument()
    expect(server().paths()).toEqual([])
  })

  test('that could not be read can be retried', async () => {
    server().on(PATH, { status: 404, body: { message: 'no' } })
    const { user } = show()
    expect(await screen.findByText('Error loading the profit: no')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Profit per day' })).toHaveAttribute('aria-busy', 'false')
    server().on(PATH, { body: { days } })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('figure')).toBeVisible()
  })
})
