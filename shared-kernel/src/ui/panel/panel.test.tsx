import { useState } from 'react'
import { describe, expect, jest, test } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests, mockWindowWidth } from '@console/shared-kernel/testing/page'
import { useOpened } from '../../client/opened'
import { Dialog } from '../Dialog'
import { CellChip } from '../table/cells'
import { themeOf } from '../theme'
import type { RowAction } from '../table/RowActions'
import { Panel, PanelSection } from './Panel'
import { PanelActions } from './PanelActions'
import { barsOf, Sparkline } from './Sparkline'

serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const ADDRESS = '/machines?open=machine:m1'

/** A list with a button, and the panel of the open row. */
function Page({ dialog = false }: { dialog?: boolean }) {
  const { id } = useOpened()
  return (
    <>
      <main>
        <button>Row</button>
        <input aria-label="Search" />
      </main>
      {id !== null && (
        <Panel title={`Slot ${id}`} subtitle="bea">
          <button>Sibling</button>
          <PanelSection title="Facts">all of them</PanelSection>
        </Panel>
      )}
      {dialog && (
        <Dialog onClose={() => undefined} aria-label="Over it">
          <button>Inside</button>
        </Dialog>
      )}
    </>
  )
}

const panel = () => screen.getByRole('region', { name: 'Slot m1' })

test('a second click where the close button was hits nothing else', async () => {
  const back = jest.fn()
  const { user } = renderAs(
    viewer,
    <>
      <button onClick={back}>Back</button>
      <Page />
    </>,
    ADDRESS,
  )
  const at = { clientX: 900, clientY: 90, detail: 1 }
  fireEvent.click(screen.getByRole('button', { name: 'Close panel' }), at)
  await new Promise((resolve) => setTimeout(resolve))
  fireEvent.click(screen.getByRole('button', { name: 'Back' }), { ...at, clientX: 902, detail: 2 })
  expect(back).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(back).toHaveBeenCalledTimes(1)
})

describe('a panel', () => {
  test('is a region with a heading and a button that closes it', async () => {
    mockWindowWidth(1440)
    const { user } = renderAs(viewer, <Page />, ADDRESS)
    expect(within(panel()).getByRole('heading', { level: 2, name: 'Slot m1' })).toBeVisible()
    expect(within(panel()).getByRole('region', { name: 'Facts' })).toHaveTextContent('all of them')
    await user.click(screen.getByRole('button', { name: 'Close panel' }))
    expect(screen.queryByRole('region', { name: 'Slot m1' })).not.toBeInTheDocument()
    expect(location.search).toBe('')
  })

  test.each([
    ['a window that it covers', 390, true],
    ['a wide window', 1440, false],
  ])('opened without the keyboard takes the focus only if it covers the window (%s)', (_, width, takes) => {
    mockWindowWidth(width)
    renderAs(viewer, <Page />, ADDRESS)
    expect(panel() === document.activeElement).toBe(takes)
  })

  test('is closed by Escape, but not in a field or under a dialog', async () => {
    mockWindowWidth(1440)
    const { user, unmount } = renderAs(viewer, <Page />, ADDRESS)
    await user.click(screen.getByRole('textbox', { name: 'Search' }))
    await user.keyboard('{Escape}')
    expect(panel()).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Row' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Slot m1' })).not.toBeInTheDocument()
    unmount()
    renderAs(viewer, <Page dialog />, ADDRESS)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(screen.getByRole('region', { name: 'Slot m1', hidden: true })).toBeInTheDocument()
  })

  test('has chips like those in lists', () => {
    renderAs(viewer, <Panel title="ana" mark={<CellChip tone="quiet" label="Activo" />} />, ADDRESS)
    expect(screen.getByText('Activo')).toHaveStyle({ fontSize: '0.75rem', fontWeight: 400 })
  })

  test('shows that its content is loading', () => {
    renderAs(viewer, <Panel title="Machine" busy />, ADDRESS)
    expect(screen.getByRole('region', { name: 'Machine' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
  })
})

describe('the actions of a panel', () => {
  const action = (over: Partial<RowAction>): RowAction => ({
    label: 'Edit',
    icon: null,
    onClick: jest.fn(),
    ...over,
  })

  test('are buttons with text; a double click acts once', async () => {
    const edit = action({})
    const { user } = renderAs(viewer, <PanelActions actions={[edit]} primary="Edit" />)
    await user.dblClick(screen.getByRole('button', { name: 'Edit' }))
    expect(edit.onClick).toHaveBeenCalledTimes(1)
  })

  test('keep the focus in their own place, and do not pass it to another action', () => {
    const shown = (actions: (RowAction | null)[]) => <PanelActions actions={actions} />
    const remove = action({ label: 'Delete' })
    const { rerender } = renderAs(viewer, shown([action({ label: 'Create user' }), remove]))
    screen.getByRole('button', { name: 'Create user' }).focus()
    rerender(shown([null, remove]))
    expect(screen.getByRole('button', { name: 'Delete' })).not.toHaveFocus()
  })

  test('that are disabled keep the focus, and their reason is shown once', async () => {
    const reason = 'The user has machines'
    const remove = action({ label: 'Delete', unavailable: reason })
    const actions = [action({}), remove, action({ label: 'Create machine', unavailable: reason })]
    const { user } = renderAs(viewer, <PanelActions actions={actions} />)
    const button = screen.getByRole('button', { name: 'Delete' })
    await user.click(button)
    expect(remove.onClick).not.toHaveBeenCalled()
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(reason)
    expect(screen.getByText('Delete, Create machine:')).toHaveTextContent(reason)
    // it must not look like plain text, nor be brighter than the others
    expect(button).toHaveStyle({ backgroundColor: themeOf('light').palette.action.hover })
  })

  test('keep the focus if a click changes the label', async () => {
    function Toggle() {
      const [label, setLabel] = useState('Block')
      return <PanelActions actions={[action({ label, onClick: () => setLabel('Unblock') })]} />
    }
    const { user } = renderAs(viewer, <Toggle />)
    await user.click(screen.getByRole('button', { name: 'Block' }))
    expect(screen.getByRole('button', { name: 'Unblock' })).toHaveFocus()
  })
})

describe('the daily bars', () => {
  test.each([
    ['only profits', [0, 100, 50], 55.5],
    ['only losses', [-100, 0], 0.5],
    ['both', [100, -100], 28],
    ['nothing', [0, 0], 0.5],
    ['no day', [], 0.5],
  ])('for %s stand on a zero line inside the drawing', (_, amounts, zero) => {
    const drawn = barsOf(amounts)
    expect(drawn.zero).toBeCloseTo(zero)
    drawn.bars.forEach(({ top, height }, index) => {
      const cents = amounts[index]!
      expect(height > 0).toBe(cents !== 0)
      expect(Math.min(Math.abs(top - drawn.zero), Math.abs(top + height - drawn.zero))).toBeCloseTo(0)
    })
  })

  test('are labelled with the lowest and highest amounts, and each day is read out', () => {
    const points = [
      { name: 'Nov 27, 2026', cents: -1200 },
      { name: 'Nov 28, 2026', cents: 41_000 },
    ]
    renderAs(viewer, <Sparkline label="Profit over 2 days" points={points} />)
    const figure = screen.getByRole('figure', { name: /^Profit over 2 days: from ▼ €12\.00 to €410\.00$/ })
    expect(
      within(figure)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nov 27, 2026: ▼ €12.00', 'Nov 28, 2026: €410.00'])
  })
})
