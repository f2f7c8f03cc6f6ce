import { useState } from 'react'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { mockLayout, mockWindowWidth } from '../../../testing/layout'
import { renderPart } from '../../../testing/render'
import type { PickableGame } from './gameGroups'
import { GamePicker } from './GamePicker'

beforeEach(() => mockLayout({ height: 400 }))
afterEach(() => void jest.restoreAllMocks())

const GAMES: PickableGame[] = [
  { id: 1, name: 'Fruit', type: 'Slot' },
  { id: 2, name: 'Fire', type: 'Slot' },
  { id: 3, name: 'Bingo 90', type: 'Bingo' },
]

function Picking({ games, disabled = false }: { games: PickableGame[]; disabled?: boolean }) {
  const [ids, setIds] = useState<number[]>([2])
  const toggle = (id: number) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <GamePicker
      games={games}
      selected={new Set(ids)}
      onToggle={toggle}
      countLabel={`${ids.length} selected`}
      disabled={disabled}
    />
  )
}
const box = (name: string) => screen.getByRole('checkbox', { name })

test('[GAMECONFIG-2] [MACHINECONFIG-8] games can be selected, are counted, and stay selected during a search', async () => {
  const { user } = renderPart(<Picking games={GAMES} />)
  expect(box('Fire')).toBeChecked()
  expect(box('Fruit')).not.toBeChecked()
  await user.click(box('Bingo 90'))
  expect(screen.getByText('2 selected')).toBeVisible()

  await user.type(screen.getByRole('textbox', { name: 'Search games' }), 'bin')
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(box('Bingo 90')).toBeChecked()
  expect(screen.getByText('No Slot games available matching "bin"')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
})

test('all boxes can be disabled', () => {
  renderPart(<Picking games={GAMES} disabled />)
  for (const one of screen.getAllByRole('checkbox')) expect(one).toBeDisabled()
})

const MANY = Array.from({ length: 100_000 }, (_, id): PickableGame => ({
  id,
  name: `g ${id}`,
  type: 'Slot',
}))
function expectFewDrawn() {
  const drawn = screen.getAllByRole('checkbox').length
  expect(drawn).toBeGreaterThan(10)
  expect(drawn).toBeLessThan(150)
}

test('[CONST-10] only the visible ones of 100,000 games are rendered, in a list about 400 px tall', () => {
  renderPart(<Picking games={MANY} />)
  expect(screen.getByRole('group', { name: 'Games' })).toHaveStyle({ height: '400px' })
  expectFewDrawn()
})

test('on a phone, the dialog scrolls instead of a box in it, and only the visible games are drawn', () => {
  mockWindowWidth(390)
  try {
    mockLayout({ height: 400, width: 300 })
    renderPart(
      <div role="dialog" style={{ overflowY: 'auto' }}>
        <Picking games={MANY} />
      </div>,
    )
    expectFewDrawn()
    const dialog = screen.getByRole('dialog')
    dialog.scrollTop = 1_000 * 40
    act(() => void dialog.dispatchEvent(new Event('scroll')))
    expect(box('g 1000')).toBeVisible()
    expectFewDrawn()
  } finally {
    mockWindowWidth(1440)
  }
})
