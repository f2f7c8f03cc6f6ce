import { Component, type ReactNode } from 'react'
import { afterEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { ListWorker } from './listWorker'
import { lists } from './lists'
import { useListRows } from './useListRows'

afterEach(() => lists.keepOnly(new Set()))

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render = () => this.state.error?.message ?? this.props.children
}

const list = lists.of('users', [])

function Count() {
  const { current } = useListRows(list, {})
  return current ? 'found' : 'searching'
}

test("a list without a working worker is an error for the screen's error boundary", async () => {
  for (const log of ['warn', 'error'] as const) jest.spyOn(console, log).mockImplementation(() => undefined)
  jest.spyOn(ListWorker.prototype, 'receive').mockImplementation(() => {
    throw new Error('a bug')
  })
  render(
    <Boundary>
      <Count />
    </Boundary>,
  )
  expect(screen.getByText('searching')).toBeVisible()
  expect(await screen.findByText('The list can be neither searched nor sorted')).toBeVisible()
})
