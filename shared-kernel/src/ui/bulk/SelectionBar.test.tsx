import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { renderPart } from '../../../testing/render'
import { useSelection } from '../table/selection'
import { SelectionBar } from './SelectionActions'

const NAMES = ['ana', 'bea']

/** A screen's button, which is replaced by a bar below the table. */
function Selectable() {
  const selection = useSelection({ rows: NAMES, keyOf: (name) => name, nameOf: (name) => name })
  return (
    <main>
      {!selection.selecting && <button onClick={selection.start}>Select</button>}
      <table>
        <tbody>
          <tr tabIndex={0} />
        </tbody>
      </table>
      {selection.selecting && (
        <SelectionBar
          noun="user"
          count={selection.selected.length}
          hidden={0}
          found={NAMES.length}
          onSelectAll={() => selection.add(NAMES)}
          onClear={selection.clear}
          onLeave={selection.stop}
        >
          {null}
        </SelectionBar>
      )}
    </main>
  )
}

test.each([
  ['Select', []],
  ['Done', ['Select']],
  ['Clear', ['Select', 'Select all 2 users found']],
])('%s, which disappears when pressed, hands its focus to the current row', async (name, before) => {
  const { user } = renderPart(<Selectable />)
  const press = (label: string) => user.click(screen.getByRole('button', { name: label }))
  for (const label of before) await press(label)
  await press(name)
  await waitFor(() => expect(screen.getByRole('row')).toHaveFocus())
})
